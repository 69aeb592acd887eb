//! Blossoms and paths of the matching: shrinks odd cycles to one node and expands them again, and
//! augments along paths, also inside blossoms. It decides nothing by itself.

use std::mem;

use crate::{Edge, Label, Node, Search};

impl Search {
    /// The path from an outer node to the next outer node nearer to the root: the two nodes and the
    /// edge out of each.
    fn up(&self, node: usize) -> Option<[(usize, Edge); 2]> {
        let base = self.nodes[node].base;
        let mate = self.mate[base]?;
        let inner = self.top[mate];
        let (from, to) = self.nodes[inner].entry;
        Some([(node, (base, mate)), (inner, (to, from))])
    }

    /// The outer node where the paths from both ends to their roots meet, if they do.
    pub(crate) fn meeting(&self, (a, b): Edge) -> Option<usize> {
        let next = |node: &usize| self.up(*node).map(|[_, (_, (_, outer))]| self.top[outer]);
        let way = |vertex: usize| std::iter::successors(Some(self.top[vertex]), next);
        let mut passed = vec![false; self.nodes.len()];
        for node in way(a) {
            passed[node] = true;
        }
        way(b).find(|node| passed[*node])
    }

    /// Shrinks the cycle that a tight edge closes into a blossom.
    pub(crate) fn shrink(&mut self, common: usize, (a, b): Edge) {
        let climb = |vertex: usize| {
            let mut steps = Vec::new();
            let mut node = self.top[vertex];
            while node != common {
                let Some(way) = self.up(node) else { break };
                steps.extend(way);
                node = self.top[way[1].1.1];
            }
            steps
        };
        let (left, right) = (climb(a), climb(b));
        let down = left.iter().rev();
        let parts: Vec<usize> = std::iter::once(common)
            .chain(down.clone().map(|(node, _)| *node))
            .chain(right.iter().map(|(node, _)| *node))
            .collect();
        let links = down
            .map(|(_, (from, to))| (*to, *from))
            .chain([(a, b)])
            .chain(right.iter().map(|(_, edge)| *edge))
            .collect();
        let mut reach: Vec<Option<usize>> = vec![None; self.size];
        for (vertex, best) in reach.iter_mut().enumerate() {
            *best = parts
                .iter()
                .filter_map(|part| self.reach(*part, vertex))
                .min_by_key(|inside| self.slack((*inside, vertex)));
        }
        let blossom = self.spare.pop().unwrap_or(self.nodes.len());
        if blossom == self.nodes.len() {
            self.nodes.push(Node::vertex(blossom));
            self.potential.push(0);
        }
        let mut leaves = Vec::new();
        for part in &parts {
            self.nodes[*part].within = Some(blossom);
            leaves.extend_from_slice(&self.nodes[*part].leaves);
            if self.nodes[*part].label == Label::Inner {
                self.queue.extend_from_slice(&self.nodes[*part].leaves);
            }
        }
        for leaf in &leaves {
            self.top[*leaf] = blossom;
        }
        self.potential[blossom] = 0;
        self.nodes[blossom] = Node {
            parts,
            links,
            leaves,
            base: self.nodes[common].base,
            label: Label::Outer,
            reach,
            ..Node::vertex(blossom)
        };
        self.look_nearby(blossom);
    }

    /// Returns the index in a blossom's cycle of the part around `vertex`.
    fn place(&self, blossom: usize, vertex: usize) -> usize {
        let mut node = vertex;
        while let Some(around) = self.nodes[node].within
            && around != blossom
        {
            node = around;
        }
        let mut parts = self.nodes[blossom].parts.iter();
        parts.position(|part| *part == node).unwrap_or(0)
    }

    /// Expands a spent inner blossom: the path of even length from its entry to its base stays in
    /// the tree, the other parts become free.
    pub(crate) fn open(&mut self, blossom: usize) {
        let mut entry = self.nodes[blossom].entry;
        let mut at = self.place(blossom, entry.1);
        let backwards = at.is_multiple_of(2);
        let gone = mem::replace(&mut self.nodes[blossom], Node::vertex(blossom));
        self.nodes[blossom].leaves.clear();
        self.spare.push(blossom);
        for part in &gone.parts {
            let node = &mut self.nodes[*part];
            node.within = None;
            node.label = Label::Free;
            node.near = None;
            for leaf in &node.leaves {
                self.top[*leaf] = *part;
            }
        }
        loop {
            self.nodes[gone.parts[at]].label = Label::Inner;
            self.nodes[gone.parts[at]].entry = entry;
            if at == 0 {
                break;
            }
            if backwards {
                self.make_outer(gone.parts[at - 1]);
                let (to, from) = gone.links[at - 2];
                entry = (from, to);
                at -= 2;
            } else {
                self.make_outer(gone.parts[at + 1]);
                entry = gone.links[at + 1];
                at = (at + 2) % gone.parts.len();
            }
        }
        for part in gone.parts {
            if self.nodes[part].label == Label::Free {
                self.look_nearby(part);
            }
        }
    }

    /// Matches `inside` with `outside` and flips the pairs on the path up to the root.
    pub(crate) fn turn_path(&mut self, mut inside: usize, mut outside: usize) {
        loop {
            let node = self.top[inside];
            let released = self.mate[self.nodes[node].base];
            self.rebase(node, inside);
            self.mate[inside] = Some(outside);
            let Some(mate) = released else { return };
            let inner = self.top[mate];
            let (from, to) = self.nodes[inner].entry;
            self.rebase(inner, to);
            self.mate[to] = Some(from);
            (inside, outside) = (from, to);
        }
    }

    /// Makes `vertex` the one vertex of `node` whose mate is not inside.
    fn rebase(&mut self, node: usize, vertex: usize) {
        if node < self.size || self.nodes[node].base == vertex {
            return;
        }
        let at = self.place(node, vertex);
        let parts = mem::take(&mut self.nodes[node].parts);
        let links = mem::take(&mut self.nodes[node].links);
        self.rebase(parts[at], vertex);
        // The path of even length between the old base and the new.
        let turned = if at.is_multiple_of(2) { 0..at } else { at + 1..parts.len() };
        for i in turned.step_by(2) {
            let (a, b) = links[i];
            self.rebase(parts[i], a);
            self.rebase(parts[(i + 1) % parts.len()], b);
            self.mate[a] = Some(b);
            self.mate[b] = Some(a);
        }
        let kept = &mut self.nodes[node];
        (kept.parts, kept.links, kept.base) = (parts, links, vertex);
        kept.parts.rotate_left(at);
        kept.links.rotate_left(at);
    }
}
