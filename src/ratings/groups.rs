//! Finds groups of comparable players, and detects designs that confound strength with moving
//! first.
//!
//! Uses only who met whom in which role, not the results.

/// Groups of entrants joined by matches, with a height for each entrant.
///
/// The heights answer whether the advantage of player 1 can be estimated at all. It cannot if
/// there are heights such that player 1 stands exactly one step above player 2 in every match:
/// then any advantage could as well be a difference of strength. One pair that met with both
/// colours rules such heights out, and so does a ring in which each moved first against the next.
pub(crate) struct Groups {
    parent: Vec<usize>,
    /// Height relative to the parent.
    above: Vec<i64>,
    size: Vec<usize>,
    roles_told_apart: bool,
}

impl Groups {
    /// Creates groups of one entrant each.
    pub(crate) fn new(entrants: usize) -> Self {
        Self {
            parent: (0..entrants).collect(),
            above: vec![0; entrants],
            size: vec![1; entrants],
            roles_told_apart: false,
        }
    }

    /// The root of an entrant's tree and the entrant's height above it.
    fn root(&mut self, entrant: usize) -> (usize, i64) {
        let (mut root, mut height) = (entrant, 0);
        while self.parent[root] != root {
            height += self.above[root];
            root = self.parent[root];
        }
        // Path compression: attach all nodes on the path to the root.
        let (mut at, mut left) = (entrant, height);
        while self.parent[at] != root && at != root {
            let next = self.parent[at];
            let own = self.above[at];
            self.parent[at] = root;
            self.above[at] = left;
            left -= own;
            at = next;
        }
        (root, height)
    }

    /// Adds a match between `first` and `second`.
    pub(crate) fn join(&mut self, first: usize, second: usize) {
        let (first_root, first_height) = self.root(first);
        let (second_root, second_height) = self.root(second);
        // The height of the first root above the second.
        let lift = 1 + second_height - first_height;
        if first_root == second_root {
            self.roles_told_apart |= lift != 0;
        } else if self.size[first_root] <= self.size[second_root] {
            self.hang(first_root, second_root, lift);
        } else {
            self.hang(second_root, first_root, -lift);
        }
    }

    fn hang(&mut self, child: usize, parent: usize, above: i64) {
        self.parent[child] = parent;
        self.above[child] = above;
        self.size[parent] += self.size[child];
    }

    /// True if the first-move advantage cannot be explained by strengths.
    pub(crate) const fn can_separate_roles(&self) -> bool {
        self.roles_told_apart
    }

    /// The groups' members in ascending order; groups are sorted by their smallest member.
    pub(crate) fn members(&mut self) -> Vec<Vec<usize>> {
        let count = self.parent.len();
        let mut number_of_root = vec![None; count];
        let mut members: Vec<Vec<usize>> = Vec::new();
        for entrant in 0..count {
            let (root, _) = self.root(entrant);
            let number = *number_of_root[root].get_or_insert_with(|| {
                members.push(Vec::new());
                members.len() - 1
            });
            members[number].push(entrant);
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(entrants: usize, matches: &[(usize, usize)]) -> Groups {
        let mut groups = Groups::new(entrants);
        for &(first, second) in matches {
            groups.join(first, second);
        }
        groups
    }

    #[test]
    fn members_are_told_in_order() {
        let mut three = groups(6, &[(5, 1), (2, 4), (4, 0)]);
        assert_eq!(three.members(), [vec![0, 2, 4], vec![1, 5], vec![3]]);
    }

    #[test]
    fn a_ladder_cannot_tell_roles_apart() {
        assert!(!groups(4, &[(0, 1), (1, 2), (2, 3), (0, 1)]).can_separate_roles());
        assert!(!groups(4, &[(2, 3), (0, 1), (1, 2)]).can_separate_roles());
    }

    #[test]
    fn both_colours_or_a_ring_tell_roles_apart() {
        assert!(groups(2, &[(0, 1), (1, 0)]).can_separate_roles());
        assert!(groups(3, &[(0, 1), (1, 2), (2, 0)]).can_separate_roles());
        assert!(groups(3, &[(0, 1), (1, 2), (0, 2)]).can_separate_roles());
    }
}
