"""The possible changes: mutmut's, without those that tests need not notice."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import Mutation, MutationVisitor
from mutmut.mutation.mutators import OPERATORS_TYPE, mutation_operators
from mutmut.mutation.pragma_handling import get_ignored_lines

from tests.mutation.mutant import ROOT, Mutant


def negated(node: cst.If) -> Iterable[cst.If]:
    """Yield a condition's negation, as mutmut negates comparisons."""
    if isinstance(node.test, cst.Comparison | cst.BooleanOperation | cst.UnaryOperation):
        return
    test = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(cst.Not(), test))


OPERATORS: OPERATORS_TYPE = [*mutation_operators, (cst.If, negated)]


def changes(path: Path) -> tuple[cst.Module, dict[str, list[Mutation]]]:
    """Return every change of a file that is worth a trial, by the kind of node that is changed."""
    source, place = path.read_text(), str(path.relative_to(ROOT))
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = MutationVisitor(OPERATORS, get_ignored_lines(place, source, wrapper), None)
    module = wrapper.visit(visitor)
    names = told_by_types(module)
    found: dict[str, list[Mutation]] = defaultdict(list)
    for made in visitor.mutations:
        if made.original_node not in names and noticed_by_tests(
            made.original_node, made.mutated_node
        ):
            found[type(made.original_node).__name__].append(made)
    return module, found


def told_by_types(module: cst.Module) -> set[cst.CSTNode]:
    """Return the strings that are names: a module's exports, and the values of a `Literal`."""
    exports = m.Assign(targets=[m.AssignTarget(target=m.Name("__all__"))])
    places = m.findall(module, exports | m.Subscript(value=m.Name("Literal")))
    return {text for place in places for text in m.findall(place, m.SimpleString())}


def noticed_by_tests(before: cst.CSTNode, after: cst.CSTNode) -> bool:
    """Whether a change is for tests to notice.

    mypy finds None in place of a value and a missing argument, and `./test` runs mypy. SQL and
    sentences keep their meaning in capitals.
    """
    old, new = code(before), code(after)
    if isinstance(before, cst.Assign | cst.AnnAssign):
        return False
    if isinstance(before, cst.Call) and isinstance(after, cst.Call):
        return old.partition("(")[0] != new.partition("(")[0]
    return old.casefold() != new.casefold() and "None" not in new.replace(old, "")


def code(node: cst.CSTNode) -> str:
    return cst.Module([]).code_for_node(node)


def sample(paths: Iterable[Path], per_file: int, random: Random) -> Iterator[Mutant]:
    """Yield some changes of each file, of as many kinds as possible: most would otherwise be
    calls.
    """
    for path in paths:
        module, kinds = changes(path)
        for _ in range(per_file):
            some = [kind for kind in sorted(kinds) if kinds[kind]]
            if some:
                of_a_kind = kinds[random.choice(some)]
                made = of_a_kind.pop(random.randrange(len(of_a_kind)))
                changed = module.deep_replace(made.original_node, made.mutated_node)
                assert isinstance(changed, cst.Module)
                yield Mutant(str(path.relative_to(ROOT)), changed.code)
