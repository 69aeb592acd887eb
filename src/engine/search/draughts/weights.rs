//! Evaluation weights: the file format, and the tables that the search looks them up in.
//!
//! A file has a header of sixteen bytes (the letters `ARBW`, a version, the board's size, the
//! number of weights, and the CRC-32 of the rest), then two signed 16-bit numbers for each weight,
//! early and late. All numbers are little-endian. An empty file stands for weights that are all
//! zero.

use std::marker::PhantomData;
use std::sync::LazyLock;

use super::features::{FeatureVisitor, features, limit, shared_weight, terms, visit_kings};
use super::regions::Shape;
use arbitro_rules::draughts::{RuleSet, sets};
use arbitro_rules::{GameId, InvalidValue};

const MAGIC: [u8; 4] = *b"ARBW";
const VERSION: u16 = 1;
const HEADER: usize = 16;

/// The weights of a rule set: pairs of early and late, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights<R> {
    pairs: Vec<[i16; 2]>,
    rules: PhantomData<fn() -> R>,
}

impl<R: RuleSet> Weights<R> {
    /// Weights that are all zero: the evaluation is plain material.
    pub fn zero() -> Weights<R> {
        Weights { pairs: vec![[0; 2]; terms::<R>()], rules: PhantomData }
    }

    /// Creates weights from pairs of early and late. Values beyond the limit of their feature are
    /// clamped, and missing ones are zero.
    pub fn new(mut pairs: Vec<[i16; 2]>) -> Weights<R> {
        pairs.resize(terms::<R>(), [0; 2]);
        for (term, pair) in pairs.iter_mut().enumerate() {
            let limit = limit::<R>(term);
            *pair = pair.map(|weight| weight.clamp(-limit, limit));
        }
        Weights { pairs, rules: PhantomData }
    }

    /// Pairs of early and late, by index.
    pub fn pairs(&self) -> &[[i16; 2]] {
        &self.pairs
    }

    /// Reads a file that [`Weights::write`] wrote.
    pub fn read(bytes: &[u8]) -> Result<Weights<R>, InvalidValue> {
        if bytes.is_empty() {
            return Ok(Weights::zero());
        }
        let foreign = || InvalidValue(format!("this is not a weights file of version {VERSION}"));
        let other = |found: usize| {
            let expected = terms::<R>();
            InvalidValue(format!("{expected} weights expected, but the file has {found}"))
        };
        let (header, body) = bytes.split_first_chunk::<HEADER>().ok_or_else(foreign)?;
        if header[..12] != Self::header_start() {
            let [.., a, b, c, d] = header[..12] else {
                return Err(foreign());
            };
            let is_of_others = header[..6] == Self::header_start()[..6];
            let found = u32::from_le_bytes([a, b, c, d]) as usize;
            return Err(if is_of_others { other(found) } else { foreign() });
        }
        if header[12..] != crc32fast::hash(body).to_le_bytes() {
            let changed = "the weights have changed: the checksum does not match";
            return Err(InvalidValue(changed.to_owned()));
        }
        let pairs = pairs_of(body);
        if pairs.len() != terms::<R>() {
            return Err(other(pairs.len()));
        }
        let weights = Weights::new(pairs.clone());
        // Sums of larger weights could overflow.
        match (0..pairs.len()).find(|&term| pairs[term] != weights.pairs[term]) {
            Some(term) => Err(InvalidValue(format!("weight {term} is out of range"))),
            None => Ok(weights),
        }
    }

    /// Returns the bytes of the file.
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
        let [a, b, c, d] = MAGIC;
        let [e, f] = VERSION.to_le_bytes();
        let [g, h] = (R::RULES.size as u16).to_le_bytes();
        let [i, j, k, l] = (terms::<R>() as u32).to_le_bytes();
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }

    /// Returns whether a file has the header and length that this rule set's weights have.
    const fn has_layout_of(bytes: &[u8]) -> bool {
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

/// Table size: a power of two that no rule set's features exceed.
const TABLE_SIZE: usize = 1 << 18;

/// Weights prepared for lookup: one word for each feature, with the sign applied and both halves
/// packed.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The power-of-two length lets the compiler drop bounds checks.
    by_feature: Box<[i32; TABLE_SIZE]>,
    /// Summed weights of the kings on each byte of the even board, for x and for o.
    by_kings: Box<[[[i32; 256]; 7]; 2]>,
}

impl Tables {
    /// Prepares weights for lookup.
    pub fn new<R: RuleSet>(weights: &Weights<R>) -> Tables {
        let word = |feature| {
            shared_weight::<R>(feature).map_or(0, |(term, sign)| {
                let [early, late] = weights.pairs[term].map(|weight| sign * i32::from(weight));
                early + (late << 16)
            })
        };
        const { assert!(features::<R>() <= TABLE_SIZE) };
        let mut by_feature = vec![0; TABLE_SIZE].into_boxed_slice();
        for (feature, weight) in by_feature[..features::<R>()].iter_mut().enumerate() {
            *weight = word(feature);
        }
        let Ok(by_feature) = <Box<[i32; TABLE_SIZE]>>::try_from(by_feature) else {
            unreachable!("the slice was made as long as that");
        };
        let mut by_kings = Box::new([[[0; 256]; 7]; 2]);
        for (player, by_byte) in by_kings.iter_mut().enumerate() {
            for (byte, by_bits) in by_byte[..Shape::<R>::BYTES].iter_mut().enumerate() {
                for (bits, sum) in by_bits.iter_mut().enumerate() {
                    let mut set = (bits as u64) << (8 * byte);
                    // Unused bits never occur.
                    set &= Shape::<R>::even(u64::MAX);
                    let mut kings = [0; 2];
                    kings[player] = set;
                    let mut weight = WeightSum(&by_feature, 0);
                    visit_kings::<R>(kings, &mut weight);
                    *sum = weight.1;
                }
            }
        }
        Tables { by_feature, by_kings }
    }

    #[inline(always)]
    pub(super) fn by_feature(&self, feature: usize) -> i32 {
        self.by_feature[feature % TABLE_SIZE]
    }

    /// Summed weights of x's and o's kings.
    #[inline(always)]
    pub(super) fn kings<R: RuleSet>(&self, kings: [u64; 2]) -> i32 {
        let weight = |player: usize, byte: usize| {
            self.by_kings[player][byte][(kings[player] >> (8 * byte) & 0xff) as usize]
        };
        (0..Shape::<R>::BYTES)
            .fold(0, |sum, byte| sum.wrapping_add(weight(0, byte)).wrapping_add(weight(1, byte)))
    }
}

struct WeightSum<'a>(&'a [i32; TABLE_SIZE], i32);

impl FeatureVisitor for WeightSum<'_> {
    fn add(&mut self, feature: usize, times: i32) {
        self.1 += self.0[feature] * times;
    }

    fn kings<R: RuleSet>(&mut self, kings: [u64; 2]) {
        visit_kings::<R>(kings, self);
    }
}

/// Zeros are the same for every rule set.
static UNTRAINED: LazyLock<Tables> =
    LazyLock::new(|| Tables::new(&Weights::<sets::International>::zero()));

macro_rules! built_in {
    ($($Set:ident $TABLES:ident $file:literal;)*) => {
        $(
            static $TABLES: LazyLock<Tables> = LazyLock::new(|| {
                let bytes: &[u8] = include_bytes!(concat!("weights/", $file));
                const {
                    assert!(
                        Weights::<sets::$Set>::has_layout_of(include_bytes!(concat!("weights/", $file))),
                        "the file of weights is for other features: empty it, then train again",
                    );
                }
                let body = bytes.get(HEADER..).unwrap_or_default();
                Tables::new(&Weights::<sets::$Set>::new(pairs_of(body)))
            });
        )*

        impl Tables {
            /// The built-in weights of a rule set; all zero for a set that has not been trained.
            #[inline(always)]
            pub fn built_in<R: RuleSet>() -> &'static Tables {
                match R::ID {
                    $(GameId::$Set => &$TABLES,)*
                    _ => &UNTRAINED,
                }
            }
        }

        /// The built-in file of weights, byte for byte; empty for a set that has not been trained.
        pub fn built_in_file<R: RuleSet>() -> &'static [u8] {
            match R::ID {
                $(GameId::$Set => include_bytes!(concat!("weights/", $file)),)*
                _ => &[],
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
