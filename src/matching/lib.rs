#![doc = include_str!("README.md")]
//!
//! # Algorithm
//!
//! This is Edmonds' blossom algorithm in its primal-dual form. Every vertex carries a potential, an
//! edge is tight when the potentials of its ends add up to twice its weight, and alternating trees
//! of tight edges grow from all unmatched vertices at once. An odd cycle of tight edges shrinks
//! into a blossom, which acts as one vertex until its position in a tree and a potential of 0
//! expand it again. Each stage adds one pair and costs O(n²), so the whole takes O(n³) time and
//! O(n²) memory.

#![warn(missing_docs)]

mod blossoms;

/// Maximum absolute weight that [`best_matching`] distinguishes among this many vertices.
///
/// With weights of size at most `w`, lifted weights are at most `h = (n/2 + 1) * 2w + 1`. No
/// potential ever exceeds `2h`, because the unmatched vertices sink with every step, from `h` to no
/// lower than 0, and no other potential can have moved further than they have. A slack is thus at
/// most `4h`, about `(4n + 8) * w`, and this bound leaves two more bits.
pub const fn max_weight(vertices: usize) -> i128 {
    i128::MAX / (16 * (vertices as i128 + 2))
}

/// The mate of each vertex in a matching of the most pairs and, among those, the most weight.
///
/// Weights beyond [`max_weight`] are clamped, so that no sum can overflow.
pub fn best_matching(vertices: usize, edges: &[(usize, usize, i128)]) -> Vec<Option<usize>> {
    let mut search = Search::new(vertices, edges);
    while search.add_pair() {}
    search.mate
}

/// Two joined vertices. Their order is documented wherever an edge is stored.
type Edge = (usize, usize);

/// Label of an outermost vertex or blossom in the trees of the current stage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Not in a tree yet.
    Free,
    /// At even distance from its root: may take another mate.
    Outer,
    /// At odd distance from its root.
    Inner,
}

/// A vertex, or a blossom of an odd number of nodes.
struct Node {
    /// The nodes of a blossom's cycle, beginning with the one that contains the base; empty for a
    /// vertex.
    parts: Vec<usize>,
    /// For each part, the edge from it to the next part of the cycle.
    links: Vec<Edge>,
    /// All vertices inside; empty once a blossom is gone.
    leaves: Vec<usize>,
    /// The blossom that contains this node.
    within: Option<usize>,
    /// The one vertex whose mate is not inside.
    base: usize,
    label: Label,
    /// The edge that attaches an inner node to its tree, from the outer node's end.
    entry: Edge,
    /// The tightest known edge from an outer vertex elsewhere to a vertex in this node.
    near: Option<Edge>,
    /// For a blossom and each vertex, the leaf with the tightest edge to that vertex. Potentials of
    /// leaves move together, so this stays valid as long as the blossom exists.
    reach: Vec<Option<usize>>,
}

impl Node {
    fn vertex(vertex: usize) -> Self {
        Node {
            parts: Vec::new(),
            links: Vec::new(),
            leaves: vec![vertex],
            within: None,
            base: vertex,
            label: Label::Free,
            entry: (vertex, vertex),
            near: None,
            reach: Vec::new(),
        }
    }
}

/// The state of the algorithm. Nodes below `size` are the vertices, the others blossoms.
struct Search {
    size: usize,
    /// Lifted weights by pair of vertices; 0 without an edge.
    weights: Vec<i128>,
    mate: Vec<Option<usize>>,
    nodes: Vec<Node>,
    /// For a vertex, its dual value. For a blossom, half of its dual value, which moves by two
    /// whenever that of a vertex moves by one.
    potential: Vec<i128>,
    /// The outermost node around each vertex.
    top: Vec<usize>,
    /// Outer vertices whose edges have yet to be scanned.
    queue: Vec<usize>,
    /// Indices of removed blossoms, for reuse.
    spare: Vec<usize>,
}

impl Search {
    /// Lifts all weights so far above 0 that one more pair outweighs everything else: then the
    /// heaviest matching also has the most pairs.
    fn new(size: usize, edges: &[(usize, usize, i128)]) -> Self {
        let bound = max_weight(size);
        let usable = || {
            edges
                .iter()
                .filter(|(a, b, _)| a != b && *a < size && *b < size)
                .map(|&(a, b, weight)| (a, b, weight.clamp(-bound, bound)))
        };
        let lightest = usable().map(|edge| edge.2).min().unwrap_or(0);
        let heaviest = usable().map(|edge| edge.2).max().unwrap_or(0);
        let floor = (size / 2) as i128 * (heaviest - lightest) + 1;
        let mut weights = vec![0; size * size];
        for (a, b, weight) in usable() {
            let lifted = weight - lightest + floor;
            for at in [a * size + b, b * size + a] {
                weights[at] = lifted.max(weights[at]);
            }
        }
        Search {
            size,
            weights,
            mate: vec![None; size],
            nodes: (0..size).map(Node::vertex).collect(),
            potential: vec![heaviest - lightest + floor; size],
            top: (0..size).collect(),
            queue: Vec::new(),
            spare: Vec::new(),
        }
    }

    fn is_joined(&self, a: usize, b: usize) -> bool {
        self.weights[a * self.size + b] > 0
    }

    /// Slack of the edge; never negative between different outermost nodes.
    fn slack(&self, (a, b): Edge) -> i128 {
        self.potential[a] + self.potential[b] - 2 * self.weights[a * self.size + b]
    }

    fn label_at(&self, vertex: usize) -> Label {
        self.nodes[self.top[vertex]].label
    }

    /// Returns true if the node exists and lies in no other.
    fn is_outermost(&self, node: usize) -> bool {
        self.nodes[node].within.is_none() && !self.nodes[node].leaves.is_empty()
    }

    /// The vertex in `node` with the tightest edge to `vertex`.
    fn reach(&self, node: usize, vertex: usize) -> Option<usize> {
        if node < self.size {
            self.is_joined(node, vertex).then_some(node)
        } else {
            self.nodes[node].reach[vertex]
        }
    }

    /// One stage: grows trees until a path between two roots allows one more pair. Returns false if
    /// there is none, so that the matching is optimal.
    fn add_pair(&mut self) -> bool {
        self.queue.clear();
        for node in &mut self.nodes {
            node.label = Label::Free;
            node.near = None;
        }
        for node in 0..self.nodes.len() {
            if self.is_outermost(node) && self.mate[self.nodes[node].base].is_none() {
                self.make_outer(node);
            }
        }
        loop {
            while let Some(vertex) = self.queue.pop() {
                if self.look_around(vertex) {
                    return true;
                }
            }
            if !self.move_potentials() {
                return false;
            }
            for node in 0..self.nodes.len() {
                if !self.is_outermost(node) {
                    continue;
                }
                if let Some(edge) = self.nodes[node].near
                    && self.slack(edge) == 0
                    && self.follow(edge)
                {
                    return true;
                }
            }
            for node in self.size..self.nodes.len() {
                if self.is_outermost(node)
                    && self.nodes[node].label == Label::Inner
                    && self.potential[node] == 0
                {
                    self.open(node);
                }
            }
        }
    }

    /// Follows the tight edges of an outer vertex and remembers the others.
    fn look_around(&mut self, vertex: usize) -> bool {
        for other in 0..self.size {
            if self.top[other] == self.top[vertex]
                || !self.is_joined(vertex, other)
                || self.label_at(other) == Label::Inner
            {
                continue;
            }
            let edge = (vertex, other);
            if self.slack(edge) > 0 {
                self.offer(self.top[other], edge);
            } else if self.follow(edge) {
                return true;
            }
        }
        false
    }

    fn offer(&mut self, node: usize, edge: Edge) {
        let better = match self.nodes[node].near {
            Some(known) => self.slack(edge) < self.slack(known),
            None => true,
        };
        if better {
            self.nodes[node].near = Some(edge);
        }
    }

    /// Recomputes the tightest edge from outer vertices elsewhere.
    fn look_nearby(&mut self, node: usize) {
        self.nodes[node].near = None;
        for vertex in 0..self.size {
            if self.top[vertex] != node
                && self.label_at(vertex) == Label::Outer
                && let Some(inside) = self.reach(node, vertex)
            {
                self.offer(node, (vertex, inside));
            }
        }
    }

    /// Lowers outer and raises inner potentials until an edge becomes tight or a blossom is spent.
    /// Returns false if an unmatched vertex reaches 0 first: then no pair can be added.
    fn move_potentials(&mut self) -> bool {
        let outer = |vertex: &usize| self.label_at(*vertex) == Label::Outer;
        let lowest = (0..self.size).filter(outer);
        let Some(lowest) = lowest.map(|vertex| self.potential[vertex]).min() else {
            return false;
        };
        let event = |node: usize| match self.nodes[node].label {
            Label::Free => self.nodes[node].near.map(|edge| self.slack(edge)),
            // Both ends sink. Outer potentials all have the same parity, so this is exact.
            Label::Outer => self.nodes[node].near.map(|edge| self.slack(edge) / 2),
            Label::Inner => (node >= self.size).then(|| self.potential[node]),
        };
        let tops = (0..self.nodes.len()).filter(|node| self.is_outermost(*node));
        let Some(step) = tops.filter_map(event).min().filter(|step| *step < lowest) else {
            return false;
        };
        for vertex in 0..self.size {
            match self.label_at(vertex) {
                Label::Outer => self.potential[vertex] -= step,
                Label::Inner => self.potential[vertex] += step,
                Label::Free => {}
            }
        }
        for node in self.size..self.nodes.len() {
            if self.is_outermost(node) {
                match self.nodes[node].label {
                    Label::Outer => self.potential[node] += step,
                    Label::Inner => self.potential[node] -= step,
                    Label::Free => {}
                }
            }
        }
        true
    }

    fn make_outer(&mut self, node: usize) {
        self.nodes[node].label = Label::Outer;
        self.nodes[node].near = None;
        self.queue.extend_from_slice(&self.nodes[node].leaves);
    }

    /// Adds a tight edge from an outer vertex to its tree; returns true if that added a pair.
    fn follow(&mut self, (from, to): Edge) -> bool {
        let node = self.top[to];
        match self.nodes[node].label {
            Label::Inner => {}
            Label::Free => {
                self.nodes[node].label = Label::Inner;
                self.nodes[node].entry = (from, to);
                if let Some(mate) = self.mate[self.nodes[node].base] {
                    self.make_outer(self.top[mate]);
                }
            }
            Label::Outer if self.top[from] == node => {}
            Label::Outer => match self.meeting((from, to)) {
                Some(common) => self.shrink(common, (from, to)),
                None => {
                    self.turn_path(from, to);
                    self.turn_path(to, from);
                    return true;
                }
            },
        }
        false
    }
}
