//! Quoridor for two players: pawns race to the other side, walls make the way longer.
//!
//! [`Quoridor`] is a position. Its size is part of it, as of a board file: any odd size from 3 to
//! 15, with up to [`MAX_WALLS`] walls. One type serves them all, so a file or record determines its
//! size by itself. Sets are one integer up to 11x11 and two beyond; rows are a constant number of
//! bits apart, which keeps the usual 9x9 game as fast as if it were the only one.
//!
//! Not checked here: if a position can be reached by play, and how many walls there were at the
//! start. Once a pawn has reached its goal there are no legal moves; before, there always are.

mod bits;
mod board;
mod count;
mod keys;
mod lengths;
mod masks;
mod moves;
mod node;
mod prospects;
mod race;
mod walls;

pub use board::{Board, MAX_WALLS, Unplayable};
pub use moves::{Direction, Move, Wall};
pub use prospects::{Prospect, Reach};
pub use race::Race;

use super::draughts::DrawRule;
use super::{End, Game, GameId, Player, Square};
use bits::{Bits, Wide, is_narrow};
use board::square_at;
use masks::Sizes;
use node::Node;

/// A position: pieces, player to move, and key.
#[derive(Clone, Copy, Debug)]
pub struct Quoridor {
    board: Board,
    turn: Player,
    key: u64,
}

impl PartialEq for Quoridor {
    #[inline]
    fn eq(&self, other: &Quoridor) -> bool {
        self.board == other.board && self.turn == other.turn
    }
}

impl Eq for Quoridor {}

impl std::hash::Hash for Quoridor {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// Runs an expression with a position's node in the bits that its size needs.
macro_rules! with_node {
    ($position:expr, $node:ident => $body:expr) => {
        if is_narrow($position.board.size()) {
            let $node = Node::<u128>::new(&$position.board, $position.turn);
            $body
        } else {
            let $node = Node::<Wide>::new(&$position.board, $position.turn);
            $body
        }
    };
}

impl Quoridor {
    pub const DEFAULT_SIZE: usize = 9;
    /// Walls of each player in the usual game.
    pub const DEFAULT_WALLS: usize = 10;

    /// The start of a game of another size or with other walls.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_rules::{Game, quoridor::Quoridor};
    /// let start = Quoridor::with_size(5, 3).unwrap();
    /// assert_eq!(start.count_moves(), 3 + 2 * 4 * 4);
    /// assert!(Quoridor::with_size(4, 3).is_err());
    /// ```
    #[inline]
    pub fn with_size(size: usize, walls: usize) -> Result<Quoridor, Unplayable> {
        Ok(Quoridor::new(Board::start(size, walls)?, Player::X))
    }

    /// Steps from a player's pawn to its goal around the walls, ignoring the other pawn.
    #[inline]
    pub fn distance(&self, player: Player) -> u32 {
        let distance = with_node!(self, node => node.distance(player));
        // Every board has a path.
        distance.unwrap_or(u32::MAX)
    }

    /// A shortest path of a player's pawn: its square first, one of the goal last.
    #[inline]
    pub fn shortest_path(&self, player: Player) -> Vec<Square> {
        #[inline]
        fn squares<B: Sizes>(node: &Node<B>, size: usize, player: Player) -> Vec<Square> {
            let path = node.shortest_path(player);
            path.iter().map(|b| square_at(size, b.lowest())).collect()
        }
        with_node!(self, node => squares(&node, self.board.size(), player))
    }

    /// Returns the squares that the pawn of the player to move may step to, ascending.
    #[inline]
    pub fn steps(&self) -> Vec<Square> {
        let steps = with_node!(self, node => node.steps().store());
        Wide::load(&steps).indices().map(|index| square_at(self.board.size(), index)).collect()
    }

    /// Returns a hash of the standing walls alone, without pawns and walls left.
    #[inline]
    pub fn walls_key(&self) -> u64 {
        let board = &self.board;
        let size = board.size();
        [Player::X, Player::O].into_iter().fold(self.key ^ keys::turn(self.turn), |key, player| {
            key ^ keys::pawn(size, player, board.pawn(player))
                ^ keys::walls_left(player, board.walls_left(player))
        })
    }

    /// Passes the moves to `take`, walls only within `reach`, each with its relation to the
    /// shortest paths: steps first, then walls by prospect. Nothing when the match is over.
    #[inline]
    pub fn prospects(&self, reach: Reach, take: impl FnMut(Move, Prospect)) {
        if self.end().is_none() {
            with_node!(self, node => self.hand_out(&node, reach, take));
        }
    }

    #[inline]
    fn hand_out<B: Sizes>(
        &self,
        node: &Node<B>,
        reach: Reach,
        mut take: impl FnMut(Move, Prospect),
    ) {
        let size = self.board.size();
        let from = self.board.pawn(self.turn);
        let prospects = node.prospects(reach);
        for (squares, prospect) in prospects.steps {
            for index in squares.indices() {
                let to = square_at(size, index);
                take(Move::Step { from, to }, prospect);
            }
        }
        for (places, prospect) in prospects.walls {
            for index in places.horizontal.indices() {
                let wall = Wall::new(square_at(size, index), Direction::Horizontal);
                take(Move::Wall(wall), prospect);
            }
            for index in places.vertical.indices() {
                let wall = Wall::new(square_at(size, index), Direction::Vertical);
                take(Move::Wall(wall), prospect);
            }
        }
    }

    /// All walls that the player to move may place, ascending, with the resulting distances of
    /// player 1 and player 2.
    ///
    /// Far cheaper than placing each wall: most make no path longer.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_rules::{Game, quoridor::Quoridor};
    /// let walls = Quoridor::start().distances_behind_walls();
    /// assert_eq!(walls.len(), 128);
    /// assert!(walls.iter().all(|(_, [x, o])| [8, 9].contains(x) && [8, 9].contains(o)));
    /// ```
    #[inline]
    pub fn distances_behind_walls(&self) -> Vec<(Wall, [u32; 2])> {
        #[inline]
        fn rated<B: Sizes>(node: &Node<B>, size: usize) -> Vec<(Wall, [u32; 2])> {
            let mut walls = Vec::new();
            node.see_distances_behind_walls(|wall, distances| {
                let (places, direction) = if wall.horizontal.is_none() {
                    (wall.vertical, Direction::Vertical)
                } else {
                    (wall.horizontal, Direction::Horizontal)
                };
                let square = square_at(size, places.lowest());
                walls.push((Wall::new(square, direction), distances));
            });
            walls
        }
        if self.end().is_some() || self.board.walls_left(self.turn) == 0 {
            return Vec::new();
        }
        with_node!(self, node => rated(&node, self.board.size()))
    }

    #[inline]
    fn list<B: Sizes>(&self, node: &Node<B>, moves: &mut Vec<Move>) {
        moves.clear();
        if node.is_over() {
            return;
        }
        let size = self.board.size();
        let from = self.board.pawn(self.turn);
        let square = |index| square_at(size, index);
        moves.extend(node.steps().indices().map(|index| Move::Step { from, to: square(index) }));
        if self.board.walls_left(self.turn) == 0 {
            return;
        }
        let Some(ways) = node.ways() else { return };
        let places = node.legal_places(&ways);
        for (places, direction) in
            [(places.horizontal, Direction::Horizontal), (places.vertical, Direction::Vertical)]
        {
            let walls = places.indices();
            moves.extend(walls.map(|index| Move::Wall(Wall::new(square(index), direction))));
        }
    }
}

#[inline]
fn leaves<B: Sizes>(node: &Node<B>, depth: u32) -> u64 {
    // Only walls need the paths.
    node.ways().map_or(0, |ways| node.leaves(&ways, depth))
}

impl Game for Quoridor {
    type Board = Board;
    type Move = Move;
    type DrawClock = ();

    const ID: GameId = GameId::Quoridor;
    const PLY_LIMIT: u32 = 300;
    const REPETITIONS: Option<u32> = Some(3);

    #[inline]
    fn start() -> Quoridor {
        const { assert!(Quoridor::DEFAULT_SIZE == 9 && Quoridor::DEFAULT_WALLS == 10) };
        Quoridor::new(Board::empty(9, 10), Player::X)
    }

    #[inline]
    fn new(board: Board, turn: Player) -> Quoridor {
        Quoridor { board, turn, key: keys::board(&board) ^ keys::turn(turn) }
    }

    #[inline]
    fn board(&self) -> Board {
        self.board
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        with_node!(self, node => self.list(&node, moves));
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.perft(1)
    }

    #[inline]
    fn after(&self, mv: Move) -> Quoridor {
        let mut next = *self;
        let (size, turn) = (self.board.size(), self.turn);
        match mv {
            Move::Step { from, to } => {
                next.board.pawns[turn as usize] = to;
                next.key ^= keys::pawn(size, turn, from) ^ keys::pawn(size, turn, to);
            }
            Move::Wall(wall) => {
                let left = self.board.walls_left(turn);
                let fewer = left.saturating_sub(1);
                next.board.put(wall);
                next.board.walls_left[turn as usize] = fewer;
                next.key ^= keys::wall(size, wall)
                    ^ keys::walls_left(turn, left)
                    ^ keys::walls_left(turn, fewer);
            }
        }
        next.turn = !turn;
        next.key ^= keys::turn(Player::O);
        next
    }

    #[inline]
    fn end(&self) -> Option<End> {
        [!self.turn, self.turn]
            .into_iter()
            .find(|&player| self.board.pawn(player).row == self.board.goal_row(player))
            .map(End::Goal)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn tick(&self, (): (), _mv: Move, _next: &Quoridor) {}

    #[inline]
    fn drawn_by(&self, (): ()) -> Option<DrawRule> {
        None
    }

    #[inline]
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => with_node!(self, node => leaves(&node, depth)),
        }
    }
}
