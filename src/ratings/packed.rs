//! A symmetric matrix that stores only its lower triangle, row by row.
//!
//! It is factored, solved and inverted in place, so one matrix of `n` rows costs about `4 n²` bytes
//! from the first Newton step to the finished covariance. It never fails: a matrix that is not
//! positive definite because of rounding is treated as the nearest one that is (see
//! [`Packed::factor`]).

/// Minimum pivot as a share of its original diagonal. It exceeds the rounding error of the
/// subtraction that made the pivot, so that the rest of a cancelled pivot is never taken for
/// information.
const PIVOT_FLOOR: f64 = 1e-14;

/// The lower triangle of a symmetric matrix.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    size: usize,
    cells: Vec<f64>,
}

/// Index of the first cell of row `row`.
const fn start(row: usize) -> usize {
    row * (row + 1) / 2
}

/// The dot product in eight interleaved partial sums: a fixed order that the compiler can
/// vectorise.
fn dot(left: &[f64], right: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut lanes = [0.0; LANES];
    let (left_blocks, left_rest) = left.as_chunks::<LANES>();
    let (right_blocks, right_rest) = right.as_chunks::<LANES>();
    for (x, y) in left_blocks.iter().zip(right_blocks) {
        for ((lane, x), y) in lanes.iter_mut().zip(x).zip(y) {
            *lane += x * y;
        }
    }
    let rest: f64 = left_rest.iter().zip(right_rest).map(|(x, y)| x * y).sum();
    lanes.iter().sum::<f64>() + rest
}

/// Adds `factor` times `source` to `target`.
fn add_scaled(target: &mut [f64], factor: f64, source: &[f64]) {
    for (t, s) in target.iter_mut().zip(source) {
        *t += factor * s;
    }
}

impl Packed {
    pub(crate) fn zeros(size: usize) -> Self {
        Self { size, cells: vec![0.0; start(size)] }
    }

    pub(crate) fn clear(&mut self) {
        self.cells.fill(0.0);
    }

    /// The cell in `row` and `column`, in either order.
    pub(crate) fn get(&self, row: usize, column: usize) -> f64 {
        let (low, high) = (row.min(column), row.max(column));
        self.cells[start(high) + low]
    }

    /// The variance of the difference of two, if these are covariances.
    pub(crate) fn of_difference(&self, a: usize, b: usize) -> f64 {
        self.get(a, a) + self.get(b, b) - 2.0 * self.get(a, b)
    }

    /// Adds to the cell in `row` and `column`, in either order.
    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        let (low, high) = (row.min(column), row.max(column));
        self.cells[start(high) + low] += value;
    }

    /// A row's cells up to and including the diagonal.
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[start(row)..start(row + 1)]
    }

    /// Replaces the matrix by its Cholesky factor.
    ///
    /// A pivot that rounding made too small or negative is raised to [`PIVOT_FLOOR`] of its
    /// diagonal. That acts like a slightly stronger prior in a direction that is poorly known
    /// anyway.
    pub(crate) fn factor(&mut self) {
        for i in 0..self.size {
            let (done, rest) = self.cells.split_at_mut(start(i));
            let row = &mut rest[..=i];
            for j in 0..i {
                let earlier = &done[start(j)..start(j + 1)];
                let (before, from) = row.split_at_mut(j);
                from[0] = (from[0] - dot(before, &earlier[..j])) / earlier[j];
            }
            let (before, last) = row.split_at_mut(i);
            let floor = (last[0].abs() * PIVOT_FLOOR).max(f64::MIN_POSITIVE);
            last[0] = (last[0] - dot(before, before)).max(floor).sqrt();
        }
    }

    /// Solves for `target` with the factored matrix, in place.
    pub(crate) fn solve(&self, target: &mut [f64]) {
        for i in 0..self.size {
            let row = &self.cells[start(i)..start(i + 1)];
            target[i] = (target[i] - dot(&row[..i], &target[..i])) / row[i];
        }
        for i in (0..self.size).rev() {
            let row = &self.cells[start(i)..start(i + 1)];
            target[i] /= row[i];
            let solved = target[i];
            add_scaled(&mut target[..i], -solved, &row[..i]);
        }
    }

    /// Replaces the Cholesky factor by the inverse of the matrix that was factored.
    pub(crate) fn invert(&mut self) {
        let mut buffer = vec![0.0; self.size];
        // First the inverse of the factor. Its row i is made of the inverse's rows above it.
        for i in 0..self.size {
            let (done, rest) = self.cells.split_at_mut(start(i));
            let row = &mut rest[..=i];
            let pivot = row[i];
            let sum = &mut buffer[..i];
            sum.fill(0.0);
            for k in 0..i {
                add_scaled(sum, row[k], &done[start(k)..start(k + 1)]);
            }
            for (cell, sum) in row.iter_mut().zip(sum) {
                *cell = -*sum / pivot;
            }
            row[i] = 1.0 / pivot;
        }
        // Then its transpose times itself, as a sum of outer products. Row k is last read when the
        // sum first needs its storage.
        for k in 0..self.size {
            let source = &mut buffer[..=k];
            source.copy_from_slice(&self.cells[start(k)..start(k + 1)]);
            for i in 0..k {
                add_scaled(self.row_mut(i), source[i], &source[..=i]);
            }
            let last = source[k];
            for (cell, value) in self.row_mut(k).iter_mut().zip(source) {
                *cell = last * *value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_times_the_matrix_is_the_unit_matrix() {
        const SIZE: usize = 23;
        let cell = |i: usize, j: usize| {
            let (i, j) = (i.min(j), i.max(j));
            if i == j { 30.0 + i as f64 } else { ((i * 7 + j * 13) % 11) as f64 / 11.0 - 0.5 }
        };
        let mut matrix = Packed::zeros(SIZE);
        for i in 0..SIZE {
            for j in 0..=i {
                matrix.add(i, j, cell(i, j));
            }
        }
        matrix.factor();
        let mut solution: Vec<f64> = (0..SIZE).map(|i| i as f64).collect();
        matrix.solve(&mut solution);
        matrix.invert();
        for i in 0..SIZE {
            let back: f64 = (0..SIZE).map(|j| cell(i, j) * solution[j]).sum();
            assert!((back - i as f64).abs() < 1e-10);
            for j in 0..SIZE {
                let product: f64 = (0..SIZE).map(|k| cell(i, k) * matrix.get(k, j)).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_matrix_of_zeros_still_gives_numbers() {
        let mut matrix = Packed::zeros(3);
        matrix.factor();
        matrix.solve(&mut [0.0; 3]);
        assert!(matrix.get(2, 2) > 0.0);
    }
}
