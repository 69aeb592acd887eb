//! Our engine in the Hub protocol ([`arbitro_hub`]): [`serve_hub`] lets programs with a graphical
//! board use it. Every game but the international one is refused.

mod search;
mod serve;

pub use serve::{HubSettings, serve_hub};
