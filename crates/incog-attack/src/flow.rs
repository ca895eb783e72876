//! Flows of whole numbers through a small network.

use std::collections::VecDeque;

/// An edge, and how much of it is still free; the edge back is the next or the previous one.
struct Edge {
    to: u32,
    free: u64,
}

/// Nodes and edges with what may flow through each.
///
/// The most that can flow is found by shortest paths (Edmonds and Karp 1972,
/// doi:10.1145/321694.321699).
#[derive(Default)]
pub(crate) struct Network {
    edges: Vec<Edge>,
    of_node: Vec<Vec<u32>>,
}

impl Network {
    /// One node more; its number.
    pub fn node(&mut self) -> u32 {
        self.of_node.push(Vec::new());
        self.of_node.len() as u32 - 1
    }

    /// One edge more, by which at most `most` can flow; its number.
    pub fn edge(&mut self, from: u32, to: u32, most: u64) -> usize {
        let number = self.edges.len();
        for (from, to, free) in [(from, to, most), (to, from, 0)] {
            self.of_node[from as usize].push(self.edges.len() as u32);
            self.edges.push(Edge { to, free });
        }
        number
    }

    /// What flows through an edge.
    pub fn through(&self, edge: usize) -> u64 {
        self.edges[edge ^ 1].free
    }

    /// Lets flow as much more as possible from one node to another; how much that is.
    pub fn push(&mut self, from: u32, to: u32) -> u64 {
        let mut pushed = 0;
        while let Some(path) = self.path(&Vec::from_iter(self.out_of(from)), from, |node, _| node == to) {
            pushed += self.shift(&path);
        }
        pushed
    }

    /// Moves as much as possible from some edges to others, all from one node, so that what flows
    /// into every other node still flows out of it. The heads of these edges have an edge to
    /// `sink`, by which most can be moved at once.
    pub fn reroute(&mut self, node: u32, sink: u32, from: &[usize], to: &[usize]) {
        let to: Vec<u32> = to.iter().map(|&edge| edge as u32).collect();
        self.reroute_by(sink, from, &to);
        let left = |network: &Self, reached: u32| {
            from.iter().copied().find(|&edge| network.edges[edge].to == reached && network.through(edge) > 0)
        };
        while from.iter().any(|&edge| self.through(edge) > 0) {
            let found = self.path(&to, node, |reached, network| left(network, reached).is_some());
            let Some(mut path) = found else { return };
            let last = path.first().map_or(node, |&edge| self.edges[edge as usize].to);
            let Some(edge) = left(self, last) else { return };
            path.push(edge as u32 ^ 1);
            self.shift(&path);
        }
    }

    /// Moves flow from some edges to others, like `reroute`, by way of the sink alone.
    fn reroute_by(&mut self, sink: u32, from: &[usize], to: &[u32]) {
        let to_sink = |network: &Self, edge: u32| {
            network
                .out_of(network.edges[edge as usize].to)
                .find(|&out| network.edges[out as usize].to == sink)
        };
        for &edge in from {
            let Some(back) = to_sink(self, edge as u32) else { continue };
            for &other in to {
                if self.through(edge) == 0 {
                    break;
                }
                if let Some(out) = to_sink(self, other) {
                    self.shift(&[other, out, back ^ 1, edge as u32 ^ 1]);
                }
            }
        }
    }

    fn out_of(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.of_node[node as usize].iter().copied()
    }

    /// Lets flow along a path as much as is free; how much that is.
    fn shift(&mut self, path: &[u32]) -> u64 {
        let most = path.iter().map(|&edge| self.edges[edge as usize].free).min().unwrap_or_default();
        for &edge in path {
            self.edges[edge as usize].free -= most;
            self.edges[edge as usize ^ 1].free += most;
        }
        most
    }

    /// The edges of a shortest path that is free, from its end to its begin, which is one of these
    /// edges, to the first node that is an end; not through the closed one.
    fn path(&self, first: &[u32], closed: u32, is_end: impl Fn(u32, &Self) -> bool) -> Option<Vec<u32>> {
        let mut reached_by: Vec<Option<u32>> = vec![None; self.of_node.len()];
        let mut next = VecDeque::new();
        let look = |edge: u32, by: &mut Vec<Option<u32>>, next: &mut VecDeque<u32>| {
            let Edge { to, free } = self.edges[edge as usize];
            if free == 0 || by[to as usize].is_some() || to == closed {
                return None;
            }
            by[to as usize] = Some(edge);
            next.push_back(to);
            is_end(to, self).then_some(to)
        };
        let mut end = first.iter().find_map(|&edge| look(edge, &mut reached_by, &mut next));
        while end.is_none() {
            let node = next.pop_front()?;
            end = self.out_of(node).find_map(|edge| look(edge, &mut reached_by, &mut next));
        }
        let mut path = Vec::new();
        let mut node = end?;
        while let Some(edge) = reached_by[node as usize] {
            path.push(edge);
            node = self.edges[edge as usize ^ 1].to;
        }
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::Network;

    #[test]
    fn as_much_flows_as_the_narrowest_cut_lets() {
        let mut network = Network::default();
        let [from, a, b, to] = [(); 4].map(|()| network.node());
        let edges = [(from, a, 3), (from, b, 2), (a, b, 5), (a, to, 1), (b, to, 4)];
        let edges = edges.map(|(from, to, most)| network.edge(from, to, most));
        assert_eq!(network.push(from, to), 5);
        assert_eq!(edges.map(|edge| network.through(edge)), [3, 2, 2, 1, 4]);
        assert_eq!(network.push(from, to), 0);
    }

    /// Two wells, of 3 and 2, and three basins that hold 2 each; the second well fills only the
    /// middle one and the last.
    #[test]
    fn what_flows_is_moved_by_chains() {
        let mut network = Network::default();
        let [from, one, other, a, b, c, to] = [(); 7].map(|()| network.node());
        network.edge(from, one, 3);
        network.edge(from, other, 2);
        let of_one = [a, b].map(|basin| network.edge(one, basin, 9));
        let of_other = [b, c].map(|basin| network.edge(other, basin, 9));
        for basin in [a, b, c] {
            network.edge(basin, to, 2);
        }
        assert_eq!(network.push(from, to), 5);
        // As much as possible of the first well into the middle, and as little.
        network.reroute(one, to, &of_one[..1], &of_one[1..]);
        assert_eq!(of_one.map(|edge| network.through(edge)), [1, 2]);
        assert_eq!(of_other.map(|edge| network.through(edge)), [0, 2]);
        network.reroute(one, to, &of_one[1..], &of_one[..1]);
        assert_eq!(of_one.map(|edge| network.through(edge)), [2, 1]);
        assert_eq!(of_other.iter().map(|&edge| network.through(edge)).sum::<u64>(), 2);
    }
}
