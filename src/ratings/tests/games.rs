//! What files of the test kit need of it.

use rand::SeedableRng;
use rand::rngs::SmallRng;

pub(crate) fn seeded(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}
