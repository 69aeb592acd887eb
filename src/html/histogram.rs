//! Counts many numbers in little memory, for any input.

/// Classes in each octave: a quantile is exact to 5 %, which is half a class.
const PER_OCTAVE: f64 = 8.0;
/// Smallest distinguished time in milliseconds: a microsecond.
const MIN_MS: f64 = 0.001;
/// Maximum valid time in milliseconds; no move may take more than a day.
const MAX_MS: f64 = 1e9;
/// Number of classes, up to more than a day.
const CLASSES: usize = 300;

/// A histogram of times with logarithmic classes.
#[derive(Clone, Debug)]
pub struct Times {
    classes: Box<[u32; CLASSES]>,
    count: u64,
    most: f64,
}

impl Default for Times {
    fn default() -> Times {
        Times { classes: Box::new([0; CLASSES]), count: 0, most: 0.0 }
    }
}

impl Times {
    /// Adds a time in milliseconds; ignores invalid ones.
    pub fn add(&mut self, time: f64) {
        if !(0.0..=MAX_MS).contains(&time) {
            return;
        }
        let class = ((time / MIN_MS).max(1.0).log2() * PER_OCTAVE) as usize;
        let class = &mut self.classes[class.min(CLASSES - 1)];
        *class = class.saturating_add(1);
        self.count += 1;
        self.most = self.most.max(time);
    }

    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The exact maximum; `None` without times.
    pub fn max(&self) -> Option<f64> {
        (self.count > 0).then_some(self.most)
    }

    /// The time that this share does not exceed, to the middle of its class.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let wanted = (self.count as f64 * share).ceil().max(1.0) as u64;
        let mut seen = 0;
        let class = self.classes.iter().position(|&count| {
            seen += u64::from(count);
            count > 0 && seen >= wanted
        })?;
        let middle = MIN_MS * ((class as f64 + 0.5) / PER_OCTAVE).exp2();
        Some(middle.min(self.most))
    }
}

/// Maximum bars of a histogram of lengths.
const MAX_BARS: usize = 64;

/// A histogram of lengths with classes of equal width, which doubles when a length exceeds the last
/// class.
#[derive(Clone, Debug)]
pub struct Lengths {
    pub width: u64,
    bars: [u64; MAX_BARS],
}

impl Default for Lengths {
    fn default() -> Lengths {
        Lengths { width: 1, bars: [0; MAX_BARS] }
    }
}

impl Lengths {
    pub fn add(&mut self, length: u64) {
        while length / self.width >= MAX_BARS as u64 {
            for bar in 0..MAX_BARS / 2 {
                self.bars[bar] = self.bars[2 * bar] + self.bars[2 * bar + 1];
            }
            self.bars[MAX_BARS / 2..].fill(0);
            self.width *= 2;
        }
        self.bars[(length / self.width) as usize] += 1;
    }

    /// The counts up to the last nonzero one.
    pub fn bars(&self) -> &[u64] {
        let end = self.bars.iter().rposition(|&count| count > 0);
        &self.bars[..end.map_or(0, |end| end + 1)]
    }
}
