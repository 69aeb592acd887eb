// Everything is an object: squares, steps, boards and a strategy that weighs features.
#include "player.hpp"
#include <list>
#include <memory>

class Square {
public:
    Square(int row, int column) : row_(row), column_(column) {}
    int row() const { return row_; }
    int column() const { return column_; }
    bool exists() const { return row_ >= 0 && row_ <= 7 && column_ >= 0 && column_ <= 7; }
    Square shifted(int rows, int columns) const { return Square(row_ + rows, column_ + columns); }
    bool operator==(const Square& s) const { return row_ == s.row_ && column_ == s.column_; }

private:
    int row_, column_;
};

class Table {
public:
    Table() {
        for (auto& cell : cells_) cell = Player::e;
    }
    Player::piece get(const Square& s) const {
        if (!s.exists()) throw player_exception{player_exception::index_out_of_bounds, "square"};
        return cells_[index(s)];
    }
    void set(const Square& s, Player::piece p) { cells_[index(s)] = p; }
    bool isFree(const Square& s) const { return s.exists() && cells_[index(s)] == Player::e; }
    int amount(Player::piece p) const {
        int sum = 0;
        for (auto cell : cells_) sum += cell == p ? 1 : 0;
        return sum;
    }
    bool equals(const Table& t) const { return std::equal(cells_, cells_ + 64, t.cells_); }

private:
    static int index(const Square& s) { return 8 * s.row() + s.column(); }
    Player::piece cells_[64];
};

class Side {
public:
    explicit Side(int number) : number_(number) {
        if (number != 1 && number != 2)
            throw player_exception{player_exception::index_out_of_bounds, "side"};
    }
    Player::piece man() const { return number_ == 1 ? Player::x : Player::o; }
    Player::piece king() const { return number_ == 1 ? Player::X : Player::O; }
    bool owns(Player::piece p) const { return p == man() || p == king(); }
    int ahead() const { return number_ == 1 ? +1 : -1; }
    int lastRow() const { return number_ == 1 ? 7 : 0; }
    Side opponent() const { return Side(3 - number_); }

private:
    int number_;
};

class Action {
public:
    virtual ~Action() = default;
    virtual void apply(Table& table, const Side& side) const = 0;
    virtual bool takes() const = 0;

protected:
    static void carry(Table& table, const Side& side, const Square& from, const Square& to) {
        auto piece = table.get(from);
        table.set(from, Player::e);
        table.set(to, piece == side.man() && to.row() == side.lastRow() ? side.king() : piece);
    }
};

class Step : public Action {
public:
    Step(Square from, Square to) : from_(from), to_(to) {}
    void apply(Table& table, const Side& side) const override { carry(table, side, from_, to_); }
    bool takes() const override { return false; }

private:
    Square from_, to_;
};

class Jump : public Action {
public:
    Jump(Square from, Square over, Square to) : from_(from), over_(over), to_(to) {}
    void apply(Table& table, const Side& side) const override {
        table.set(over_, Player::e);
        carry(table, side, from_, to_);
    }
    bool takes() const override { return true; }

private:
    Square from_, over_, to_;
};

typedef std::list<std::unique_ptr<Action>> Actions;

class Finder {
public:
    Finder(const Table& table, const Side& side) : table_(table), side_(side) {}
    Actions all() const {
        Actions actions;
        Square s(0, 0);
        while (s.exists()) {
            if (side_.owns(table_.get(s))) from(s, actions);
            s = s.column() == 7 ? Square(s.row() + 1, 0) : s.shifted(0, 1);
        }
        return actions;
    }

private:
    void from(const Square& s, Actions& actions) const {
        const bool crowned = table_.get(s) == side_.king();
        for (int rows : {side_.ahead(), -side_.ahead()}) {
            if (rows != side_.ahead() && !crowned) break;
            toward(s, rows, -1, crowned, actions);
            toward(s, rows, +1, crowned, actions);
        }
    }
    void toward(const Square& s, int rows, int columns, bool crowned, Actions& actions) const {
        const Square near = s.shifted(rows, columns), far = near.shifted(rows, columns);
        if (table_.isFree(near)) {
            actions.push_back(std::make_unique<Step>(s, near));
        } else if (table_.isFree(far)) {
            const auto victim = table_.get(near);
            const Side enemy = side_.opponent();
            if (victim == enemy.man() || (crowned && victim == enemy.king()))
                actions.push_front(std::make_unique<Jump>(s, near, far));
        }
    }
    const Table& table_;
    Side side_;
};

struct Player::Impl {
    std::list<Table> tables;
    Side side;
    explicit Impl(int number) : side(number) {}

    const Table& nth(int offset) const {
        auto it = tables.rbegin();
        while (offset-- > 0 && it != tables.rend()) ++it;
        if (it == tables.rend()) throw player_exception{player_exception::index_out_of_bounds, "history"};
        return *it;
    }

    int feature(const Table& t) const {
        const auto enemy = side.opponent();
        const int material = t.amount(side.man()) - t.amount(enemy.man());
        const int crowns = t.amount(side.king()) - t.amount(enemy.king());
        return 3 * material + 7 * crowns + static_cast<int>(Finder(t, side).all().size());
    }
};

Player::Player(int player_nr) : pimpl(new Impl(player_nr)) {}
Player::Player(const Player& p) : pimpl(new Impl(*p.pimpl)) {}
Player::~Player() { delete pimpl; }
Player& Player::operator=(const Player& p) {
    if (&p == this) return *this;
    delete pimpl;
    pimpl = new Impl(*p.pimpl);
    return *this;
}

void Player::move() {
    Table table = pimpl->nth(0);
    Actions actions = Finder(table, pimpl->side).all();
    const Action* chosen = nullptr;
    int highest = 0;
    for (const auto& action : actions) {
        if (!action->takes() && actions.front()->takes()) continue;
        Table tried = table;
        action->apply(tried, pimpl->side);
        const int value = pimpl->feature(tried);
        if (chosen == nullptr || value > highest) {
            chosen = action.get();
            highest = value;
        }
    }
    if (chosen) chosen->apply(table, pimpl->side);
    pimpl->tables.push_back(table);
}

int Player::recurrence() const {
    const Table& newest = pimpl->nth(0);
    return std::count_if(pimpl->tables.begin(), pimpl->tables.end(),
                         [&newest](const Table& t) { return t.equals(newest); });
}
