//! The items of each class.

/// Items, sorted by class.
#[derive(Debug, Default)]
pub(super) struct Members {
    /// Where each class begins, and the end of the last one.
    starts: Vec<u32>,
    order: Vec<u32>,
}

impl Members {
    /// Sorts items by their classes, of which there are so many; those of a class stay ascending.
    pub fn sort(&mut self, class_of_item: &[u32], classes: usize) {
        self.starts.clear();
        self.starts.resize(classes + 2, 0);
        for &class in class_of_item {
            self.starts[class as usize + 2] += 1;
        }
        for class in 2..self.starts.len() {
            self.starts[class] += self.starts[class - 1];
        }
        self.order.resize(class_of_item.len(), 0);
        for (item, &class) in (0u32..).zip(class_of_item) {
            let next = &mut self.starts[class as usize + 1];
            self.order[*next as usize] = item;
            *next += 1;
        }
    }

    /// The items of a class.
    pub fn of_class(&self, class: usize) -> &[u32] {
        &self.order[self.starts[class] as usize..self.starts[class + 1] as usize]
    }
}
