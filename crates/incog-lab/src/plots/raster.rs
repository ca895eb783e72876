//! SVG as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Pixels per unit of the SVG.
const SCALE: f32 = 2.0;

/// Renders an SVG with the fonts of the system; `None` when the text is not an SVG. If the system
/// has no font at all, the image has no text.
pub fn png(svg: &str) -> Option<Vec<u8>> {
    let mut options = Options::default();
    options.fontdb_mut().load_system_fonts();
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size();
    let mut pixels = Pixmap::new((size.width() * SCALE) as u32, (size.height() * SCALE) as u32)?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().ok()
}
