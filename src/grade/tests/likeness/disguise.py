"""Disguises a Python program in eight ways, in each with all of its names changed, and prints them as JSON by name.

    disguise.py PROGRAM
"""
import ast
import builtins
import json
import sys


class Names(ast.NodeTransformer):
    """Other names for all that the program names itself."""

    def __init__(self, tree):
        bound = {it.id for it in ast.walk(tree) if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store)}
        bound |= {it.arg for it in ast.walk(tree) if isinstance(it, ast.arg)}
        bound |= {it.attr for it in ast.walk(tree) if isinstance(it, ast.Attribute) and isinstance(it.ctx, ast.Store)}
        bound |= {it.name for it in ast.walk(tree) if isinstance(it, (ast.FunctionDef, ast.ClassDef))}
        kept = {it for it in bound if it.startswith("__") or hasattr(builtins, it)}
        self.other = {it: f"{'qzj'[at % 3]}{at}_it" for at, it in enumerate(sorted(bound - kept))}

    def visit(self, node):
        for field in ("id", "arg", "attr", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                setattr(node, field, self.other.get(name, name))
        return self.generic_visit(node)


def order(tree):
    """Functions, classes and methods from the last to the first."""
    for holder in [tree] + [it for it in tree.body if isinstance(it, ast.ClassDef)]:
        moved = [it for it in holder.body if isinstance(it, (ast.FunctionDef, ast.ClassDef))]
        imports = [it for it in holder.body if isinstance(it, (ast.Import, ast.ImportFrom))]
        rest = [it for it in holder.body if it not in moved and it not in imports]
        holder.body = imports + moved[::-1] + rest


class Loops(ast.NodeTransformer):
    """`while` for every `for`."""

    def visit_For(self, node):
        self.generic_visit(node)
        all, at = f"all{node.lineno}", f"at{node.lineno}"
        loop = f"while {at} < len({all}):\n    {all} = {all}[{at}]\n    {at} += 1"
        made = ast.parse(f"{all} = list()\n{at} = 0\n{loop}")
        first, zero, loop = made.body
        first.value.args = [node.iter]
        loop.body[0].targets = [node.target]
        loop.body += node.body
        return [first, zero, loop]


def helpers(tree):
    """Every function of four statements and more is cut in two."""
    for holder in [tree] + [it for it in tree.body if isinstance(it, ast.ClassDef)]:
        made = []
        for it in holder.body:
            made.append(it)
            if not isinstance(it, ast.FunctionDef) or len(it.body) < 4:
                continue
            half = len(it.body) // 2
            head, tail = it.body[:half], it.body[half:]
            known = {arg.arg for arg in it.args.args}
            known |= {x.id for part in head for x in ast.walk(part) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
            used = sorted(known & {x.id for part in tail for x in ast.walk(part) if isinstance(x, ast.Name)})
            if holder is not tree:
                used = ["self"] + [x for x in used if x != "self"]
            where = "" if holder is tree else f"{holder.name}."
            call = ast.parse(f"return {where}rest_of_{it.name}({', '.join(used)})").body
            it.body = head + call
            other = ast.parse(f"def rest_of_{it.name}({', '.join(used)}): pass").body[0]
            other.body = tail
            made.append(other)
        holder.body = made


class Hints(ast.NodeTransformer):
    """Annotations wherever there can be one."""

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = ast.parse("Optional[Tuple[int, ...]]", mode="eval").body
        for it in node.args.args:
            it.annotation = ast.parse("Dict[str, List[int]]", mode="eval").body
        return node

    def visit_Assign(self, node):
        if len(node.targets) > 1 or not isinstance(node.targets[0], ast.Name):
            return node
        hint = ast.parse("List[Any]", mode="eval").body
        return ast.AnnAssign(node.targets[0], hint, node.value, simple=1)


class Literals(ast.NodeTransformer):
    """Other texts and numbers, f-strings for texts and the other way round."""

    def visit_JoinedStr(self, node):
        values = [it.value for it in node.values if isinstance(it, ast.FormattedValue)]
        format = ast.Attribute(ast.Constant("{} " * len(values)), "format", ast.Load())
        return ast.Call(format, values, [])

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            return ast.JoinedStr([ast.Constant(node.value + "?")])
        return ast.Name(hex(node.value), ast.Load()) if type(node.value) is int and node.value > 1 else node


class Within(ast.NodeTransformer):
    def __init__(self, moved, owner):
        self.moved, self.owner = moved, owner

    def visit_Name(self, node):
        if node.id not in self.moved:
            return node
        return ast.Attribute(ast.parse(self.owner, mode="eval").body, node.id, node.ctx)


def into_class(tree):
    """All functions become methods of one class."""
    moved = [it for it in tree.body if isinstance(it, ast.FunctionDef)]
    names = {it.name for it in moved}
    for it in moved:
        Within(names, "self").visit(it)
        it.args.args.insert(0, ast.arg("self"))
    rest = [it for it in tree.body if it not in moved]
    imports = [it for it in rest if isinstance(it, (ast.Import, ast.ImportFrom))]
    rest = [Within(names, "Everything()").visit(it) for it in rest if it not in imports]
    everything = ast.ClassDef("Everything", [], [], moved, [])
    tree.body = imports + [everything] + rest


class Dead(ast.NodeTransformer):
    """A statement that does nothing after every third one, each time another."""

    LINES = (
        "unused = 0",
        "if len('ab') > 5: print('never', unused)",
        "spare = [1, 2, 3]",
        "for nothing in range(0): spare.append(nothing * 2)",
        "print(end='')",
    )

    def __init__(self):
        self.statements = 0

    def visit(self, node):
        self.generic_visit(node)
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if not isinstance(block, list) or isinstance(node, (ast.Module, ast.ClassDef)):
                continue
            made = []
            for it in block:
                self.statements += 1
                if self.statements % 3 == 0 and not isinstance(it, ast.FunctionDef):
                    made += ast.parse(self.LINES[self.statements // 3 % len(self.LINES)]).body
                made.append(it)
            setattr(node, field, made)
        return node


def comments(text):
    lines = []
    for line in text.split("\n"):
        blank = line[: len(line) - len(line.lstrip())]
        lines += [blank + "# What comes next: x = (1, 2", line.replace("    ", "\t"), ""]
    text = "\n".join(lines)
    return text.replace("\t", "  ")


def documented(tree):
    for it in [it for it in ast.walk(tree) if isinstance(it, ast.FunctionDef)]:
        it.body.insert(0, ast.parse("'''Does def x(y):\n    what it must'''").body[0])


def finished(tree):
    Names(tree).visit(tree)
    text = ast.unparse(ast.fix_missing_locations(tree))
    compile(text, "disguise", "exec")
    return text


def disguises(text):
    ways = {
        "order": order,
        "comments": documented,
        "loops": lambda tree: Loops().visit(tree),
        "helpers": helpers,
        "hints": lambda tree: Hints().visit(tree),
        "literals": lambda tree: Literals().visit(tree),
        "class": into_class,
        "dead code": lambda tree: Dead().visit(tree),
    }
    made = {}
    for name, way in ways.items():
        tree = ast.parse(text)
        way(tree)
        made[name] = finished(tree)
    made["comments"] = comments(made["comments"])
    compile(made["comments"], "comments", "exec")
    return made


with open(sys.argv[1], encoding="utf-8") as file:
    print(json.dumps(disguises(file.read())))
