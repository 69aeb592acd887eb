//! Weights: as they are stored, and as they are looked up.
//!
//! A file has sixteen bytes of header, which are the letters `ARBW`, a version, the board's size, the
//! number of weights and the CRC-32 of what follows; then two numbers of sixteen bits for each weight,
//! early and late. All numbers have their low byte first. An empty file stands for weights that are
//! all zero.

use std::marker::PhantomData;
use std::sync::LazyLock;

use thiserror::Error;

use super::features::{FeatureVisitor, folded, limit, see_each_king, slots};
use super::regions::Shape;
use arbitro_rules::GameId;
use arbitro_rules::draughts::{RuleSet, sets};

const LETTERS: [u8; 4] = *b"ARBW";
const VERSION: u16 = 1;
const HEADER: usize = 16;

/// How many weights a rule set has.
pub const fn terms<R: RuleSet>() -> usize {
    super::features::terms::<R>()
}

/// Why bytes are not the weights of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The header is not one of ours, or of another version.
    #[error("this is no file of weights of version {VERSION}")]
    Header,
    /// The file is for other features than those that are asked for.
    #[error("{expected} weights expected, but the file is for {found}")]
    Terms {
        /// How many the rule set has.
        expected: usize,
        /// How many the file has.
        found: usize,
    },
    /// The file is not as it was written.
    #[error("the weights are not those that were written: the checksum is another")]
    Checksum,
    /// Some weight is so large that sums could overflow.
    #[error("weight {term} is further from zero than it may be")]
    TooLarge {
        /// Its number.
        term: usize,
    },
}

/// The weights of a rule set: early and late, by their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights<R> {
    pairs: Vec<[i16; 2]>,
    rules: PhantomData<fn() -> R>,
}

impl<R: RuleSet> Weights<R> {
    /// All zero: plain material.
    pub fn zero() -> Weights<R> {
        Weights {
            pairs: vec![[0; 2]; terms::<R>()],
            rules: PhantomData,
        }
    }

    /// Weights by their number, early and late. Those too large for their kind become as large as
    /// may be, and those that are missing zero.
    pub fn new(mut pairs: Vec<[i16; 2]>) -> Weights<R> {
        pairs.resize(terms::<R>(), [0; 2]);
        for (term, pair) in pairs.iter_mut().enumerate() {
            let limit = limit::<R>(term);
            *pair = pair.map(|weight| weight.clamp(-limit, limit));
        }
        Weights {
            pairs,
            rules: PhantomData,
        }
    }

    /// Early and late, by their number.
    pub fn pairs(&self) -> &[[i16; 2]] {
        &self.pairs
    }

    /// Reads what [`Weights::write`] wrote.
    ///
    /// # Errors
    ///
    /// When the bytes are not the weights of this rule set as they were written.
    pub fn read(bytes: &[u8]) -> Result<Weights<R>, WeightsError> {
        if bytes.is_empty() {
            return Ok(Weights::zero());
        }
        let Some((header, body)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(WeightsError::Header);
        };
        if header[..12] != Self::header_start() {
            let [.., a, b, c, d] = header[..12] else {
                return Err(WeightsError::Header);
            };
            let found = u32::from_le_bytes([a, b, c, d]) as usize;
            return Err(if header[..6] == Self::header_start()[..6] {
                WeightsError::Terms {
                    expected: terms::<R>(),
                    found,
                }
            } else {
                WeightsError::Header
            });
        }
        if header[12..] != crc32fast::hash(body).to_le_bytes() {
            return Err(WeightsError::Checksum);
        }
        let pairs = pairs_of(body);
        if pairs.len() != terms::<R>() {
            return Err(WeightsError::Terms {
                expected: terms::<R>(),
                found: pairs.len(),
            });
        }
        let weights = Weights::new(pairs.clone());
        match (0..pairs.len()).find(|&term| pairs[term] != weights.pairs[term]) {
            Some(term) => Err(WeightsError::TooLarge { term }),
            None => Ok(weights),
        }
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let numbers = self.pairs.as_flattened().iter();
        let body: Vec<u8> = numbers.flat_map(|weight| weight.to_le_bytes()).collect();
        let mut bytes = Self::header_start().to_vec();
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The header up to the checksum.
    const fn header_start() -> [u8; 12] {
        let [a, b, c, d] = LETTERS;
        let [e, f] = VERSION.to_le_bytes();
        let [g, h] = (R::RULES.size as u16).to_le_bytes();
        let [i, j, k, l] = (terms::<R>() as u32).to_le_bytes();
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }

    /// Whether a file has the header and the length that this rule set's weights have.
    const fn fit(bytes: &[u8]) -> bool {
        let start = Self::header_start();
        if bytes.is_empty() {
            return true;
        }
        if bytes.len() != HEADER + 4 * terms::<R>() {
            return false;
        }
        let mut at = 0;
        while at < start.len() {
            if bytes[at] != start[at] {
                return false;
            }
            at += 1;
        }
        true
    }
}

fn pairs_of(body: &[u8]) -> Vec<[i16; 2]> {
    let (pairs, _) = body.as_chunks::<4>();
    let pair = |&[a, b, c, d]: &[u8; 4]| [i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])];
    pairs.iter().map(pair).collect()
}

/// No rule set has more slots; a power of two.
const SLOTS: usize = 1 << 18;

/// Weights as a search looks them up: one word for each slot, signs and halves already sorted out.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Of a length that every slot is below, as far as the compiler can see.
    by_slot: Box<[i32; SLOTS]>,
    /// For x and for o, for each byte of the even board and each way kings can stand there: the sum
    /// of their weights.
    by_kings: Box<[[[i32; 256]; 7]; 2]>,
}

impl Tables {
    /// Tables of weights.
    pub fn new<R: RuleSet>(weights: &Weights<R>) -> Tables {
        let word = |slot| {
            folded::<R>(slot).map_or(0, |(term, sign)| {
                let [early, late] = weights.pairs[term].map(|weight| sign * i32::from(weight));
                early + (late << 16)
            })
        };
        const { assert!(slots::<R>() <= SLOTS) };
        let mut by_slot = vec![0; SLOTS].into_boxed_slice();
        for (slot, weight) in by_slot[..slots::<R>()].iter_mut().enumerate() {
            *weight = word(slot);
        }
        let Ok(by_slot) = <Box<[i32; SLOTS]>>::try_from(by_slot) else {
            unreachable!("the slice was made as long as that");
        };
        let mut by_kings = Box::new([[[0; 256]; 7]; 2]);
        for (player, by_byte) in by_kings.iter_mut().enumerate() {
            for (byte, by_bits) in by_byte[..Shape::<R>::BYTES].iter_mut().enumerate() {
                for (bits, sum) in by_bits.iter_mut().enumerate() {
                    let mut set = (bits as u64) << (8 * byte);
                    // Bits that are no squares never come up.
                    set &= Shape::<R>::even(u64::MAX);
                    let mut kings = [0; 2];
                    kings[player] = set;
                    let mut weight = Weigh(&by_slot, 0);
                    see_each_king::<R>(kings, &mut weight);
                    *sum = weight.1;
                }
            }
        }
        Tables { by_slot, by_kings }
    }

    #[inline(always)]
    pub(super) fn by_slot(&self, slot: usize) -> i32 {
        self.by_slot[slot % SLOTS]
    }

    /// What kings weigh by themselves, x's and o's.
    #[inline(always)]
    pub(super) fn kings<R: RuleSet>(&self, kings: [u64; 2]) -> i32 {
        let weight = |player: usize, byte: usize| {
            self.by_kings[player][byte][(kings[player] >> (8 * byte) & 0xff) as usize]
        };
        (0..Shape::<R>::BYTES).fold(0, |sum, byte| {
            sum.wrapping_add(weight(0, byte))
                .wrapping_add(weight(1, byte))
        })
    }
}

struct Weigh<'a>(&'a [i32; SLOTS], i32);

impl FeatureVisitor for Weigh<'_> {
    fn take(&mut self, slot: usize, times: i32) {
        self.1 += self.0[slot] * times;
    }

    fn kings<R: RuleSet>(&mut self, kings: [u64; 2]) {
        see_each_king::<R>(kings, self);
    }
}

macro_rules! built_in {
    ($($Set:ident $TABLES:ident $file:literal;)*) => {
        $(
            static $TABLES: LazyLock<Tables> = LazyLock::new(|| {
                let bytes: &[u8] = include_bytes!(concat!("weights/", $file));
                const {
                    assert!(
                        Weights::<sets::$Set>::fit(include_bytes!(concat!("weights/", $file))),
                        "the file of weights is for other features: empty it, then train again",
                    );
                }
                let body = bytes.get(HEADER..).unwrap_or_default();
                Tables::new(&Weights::<sets::$Set>::new(pairs_of(body)))
            });
        )*

        impl Tables {
            /// The weights that come with the program.
            #[inline(always)]
            pub fn built_in<R: RuleSet>() -> &'static Tables {
                match R::ID {
                    $(GameId::$Set => &$TABLES,)*
                    // No rule set of draughts.
                    GameId::Quoridor => &DAMA,
                }
            }
        }

        /// The file of weights that comes with the program, byte for byte.
        pub fn built_in_file<R: RuleSet>() -> &'static [u8] {
            match R::ID {
                $(GameId::$Set => include_bytes!(concat!("weights/", $file)),)*
                GameId::Quoridor => &[],
            }
        }
    };
}

built_in! {
    Dama DAMA "dama.bin";
    Guide GUIDE "guide.bin";
    English ENGLISH "english.bin";
    Italian ITALIAN "italian.bin";
    International INTERNATIONAL "international.bin";
    Frenchfree FRENCHFREE "frenchfree.bin";
    Russian RUSSIAN "russian.bin";
    Brazilian BRAZILIAN "brazilian.bin";
}
