//! Replaces characters one by one.

use super::{BuildError, Values};
use crate::{Hierarchy, HierarchyError};

/// The end of the text where masking begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MaskSide {
    /// `11323`, `1132*`, `113**`.
    #[default]
    Right,
    /// `11323`, `*1323`, `**323`.
    Left,
}

/// One more character masked at each level, up to the root `*`.
///
/// Shorter values are padded with the mask character at the masked end, so that all labels of a
/// level above 0 have the length of the longest value in characters (Unicode scalar values). With
/// `keep`, only some of these levels: `keep: [5, 3]` of `11323-0001` gives `11323*****` and
/// `113*******`.
///
/// ```
/// use incog_data::{ColumnBuilder, Mask, Values};
/// let mut builder = ColumnBuilder::new("zip");
/// for zip in ["113", "12"] { builder.push(zip); }
/// let zip = builder.finish(&[]);
/// let hierarchy = Mask::default().build(&Values::from_column(&zip)).unwrap();
/// let row = |value| (0..=3).map(|level| hierarchy.label(level, hierarchy.find(value).unwrap())).collect::<Vec<_>>();
/// assert_eq!(row("113"), ["113", "11*", "1**", "*"]);
/// assert_eq!(row("12"), ["12", "12*", "1**", "*"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mask {
    /// Where masking begins.
    pub side: MaskSide,
    /// The character that replaces masked ones.
    pub character: char,
    /// How many characters stay at each level, falling; `None` for one fewer from level to level.
    pub keep: Option<Vec<usize>>,
}

impl Default for Mask {
    fn default() -> Self {
        Self { side: MaskSide::Right, character: '*', keep: None }
    }
}

impl Mask {
    /// Makes the hierarchy; fails when the longest value has more than 254 characters.
    pub fn build(&self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        let length = values.present().iter().map(|value| value.chars().count()).max().unwrap_or(0);
        let kept: Vec<usize> = match &self.keep {
            Some(keep) => keep.clone(),
            None => (1..length).rev().collect(),
        };
        if kept.last() == Some(&0) || kept.windows(2).any(|pair| pair[0] <= pair[1]) {
            return Err(BuildError::KeepDoesNotFall { column: values.column().into() });
        }
        if kept.len() + 2 > 255 {
            let source = HierarchyError::TooManyLevels { found: kept.len() + 2 };
            return Err(BuildError::Hierarchy { column: values.column().into(), source });
        }
        values.hierarchy(kept.len(), |value| {
            Ok(kept
                .iter()
                .map(|&kept: &usize| self.label(value, length.saturating_sub(kept), length))
                .collect())
        })
    }

    /// `value` padded to `length` characters, with the last `masked` of them masked.
    fn label(&self, value: &str, masked: usize, length: usize) -> String {
        let open = length - masked;
        match self.side {
            MaskSide::Right => {
                let fill = std::iter::repeat(self.character);
                let kept = value.chars().chain(fill.clone()).take(open);
                kept.chain(fill.take(masked)).collect()
            }
            MaskSide::Left => {
                let characters = value.chars().count();
                let kept = value.chars().skip(characters.saturating_sub(open));
                let fill = length - characters.min(open);
                std::iter::repeat_n(self.character, fill).chain(kept).collect()
            }
        }
    }
}
