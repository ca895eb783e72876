//! One number per item, in as few bytes as the numbers need.

/// Codes below 2^16 take two bytes each, so that twice as many stay in the cache.
#[derive(Debug, Clone)]
pub(super) enum Codes {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Codes {
    /// Codes that are all below `size`.
    pub fn new(codes: Vec<u32>, size: usize) -> Self {
        if size <= 1 << 16 {
            return Self::Narrow(codes.into_iter().map(|code| code as u16).collect());
        }
        Self::Wide(codes)
    }

    pub fn get(&self, item: usize) -> usize {
        match self {
            Self::Narrow(codes) => codes[item] as usize,
            Self::Wide(codes) => codes[item] as usize,
        }
    }

    /// Calls `visit` with each of some items' code, in their order.
    pub fn for_each(&self, items: &[u32], mut visit: impl FnMut(u32, usize)) {
        match self {
            Self::Narrow(codes) => items.iter().for_each(|&item| visit(item, codes[item as usize] as usize)),
            Self::Wide(codes) => items.iter().for_each(|&item| visit(item, codes[item as usize] as usize)),
        }
    }
}
