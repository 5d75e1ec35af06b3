package org.bipj.litmus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A litmus test: a few roles, each with a few operations on variables that begin as 0. Each shape is written as its roles, an
 * operation as its letter, its variable, and a written value.
 *
 * <pre>
 *   Wx1   writes 1          Rx    reads
 *   Ux1   writes 1 and returns the value before
 *   Ax    waits until the value is not 0, and reads it
 *   Tx2   waits until the value is not 0, writes 2 and returns the value before
 * </pre>
 *
 * <p>An outcome is what the operations of role 0 return, of role 1 and so on, and then the last values of the variables. Those
 * that sequential consistency allows are the outcomes of all interleavings.
 */
public enum Shape {
    STORE_BUFFERING("Wx1 Ry", "Wy1 Rx"),
    STORE_BUFFERING_OF_THREE("Wx1 Ry", "Wy1 Rz", "Wz1 Rx"),
    STORE_BUFFERING_BY_UPDATES("Wx1 Uy2", "Wy1 Ux2"),
    LOAD_BUFFERING("Rx Wy1", "Ry Wx1"),
    MESSAGE_PASSING("Wx1 Wy1", "Ry Rx"),
    INDEPENDENT_READS("Wx1", "Wy1", "Rx Ry", "Ry Rx"),
    WRITE_TO_READ_CAUSALITY("Wx1", "Rx Wy1", "Ry Rx"),
    READS_OF_ONE_WRITER("Wx1 Wx2", "Rx Rx"),
    READS_OF_TWO_WRITERS("Wx1", "Wx2", "Rx Rx", "Rx Rx"),
    WRITES_ALONE("Wx1 Wy2", "Wy1 Wx2"),
    READ_AND_WRITE("Wx1 Wy1", "Wy2 Rx"),
    STORE("Wx2 Wy1", "Ry Wx1"),
    MESSAGE_PASSING_BY_GUARD("Wx1 Wy1", "Ay Rx"),
    MESSAGE_PASSING_BY_TAKING("Wx1 Wy1", "Ty2 Rx"),
    CAUSALITY_BY_GUARD("Wx1", "Ax Wy1", "Ay Rx"),
    CHAIN_BY_GUARDS("Wx1 Wy1", "Ay Wz1", "Az Rx"),
    STORE_BUFFERING_BEHIND_GUARDS("Wx1 Az Ry", "Wy1 Wz1 Rx"),
    TAKEN_ONCE("Wx1", "Ux2 Ry", "Tx2 Wy1");

    /** An operation. */
    record Step(Kind kind, int variable, int value) {}

    /** What an operation does. */
    enum Kind {
        WRITE,
        READ,
        UPDATE,
        AWAIT,
        TAKE;

        boolean waits() {
            return this == AWAIT || this == TAKE;
        }

        boolean returns() {
            return this != WRITE;
        }

        boolean writes() {
            return this == WRITE || this == UPDATE || this == TAKE;
        }
    }

    private final List<List<Step>> roles;
    private final int variables;
    private final Set<List<Integer>> allowed = new TreeSet<>((a, b) -> Arrays.compare(ints(a), ints(b)));

    Shape(String... texts) {
        roles = Arrays.stream(texts)
                .map(text -> Arrays.stream(text.split(" ")).map(Shape::step).toList())
                .toList();
        variables = 1
                + roles.stream()
                        .flatMap(List::stream)
                        .mapToInt(Step::variable)
                        .max()
                        .orElseThrow();
        interleave(new int[roles.size()], new int[variables], emptyResults());
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(value -> value).toArray();
    }

    private static Step step(String text) {
        Kind kind = switch (text.charAt(0)) {
            case 'W' -> Kind.WRITE;
            case 'R' -> Kind.READ;
            case 'U' -> Kind.UPDATE;
            case 'A' -> Kind.AWAIT;
            case 'T' -> Kind.TAKE;
            default -> throw new IllegalArgumentException(text);
        };
        return new Step(kind, text.charAt(1) - 'x', text.length() > 2 ? text.charAt(2) - '0' : 0);
    }

    private List<List<Integer>> emptyResults() {
        return roles.stream().<List<Integer>>map(role -> new ArrayList<>()).toList();
    }

    /** All interleavings from a state on. */
    private void interleave(int[] at, int[] memory, List<List<Integer>> results) {
        boolean ended = true;
        for (int role = 0; role < at.length; role++) {
            if (at[role] == roles.get(role).size()) {
                continue;
            }
            ended = false;
            Step step = roles.get(role).get(at[role]);
            int before = memory[step.variable];
            if (step.kind.waits() && before == 0) {
                continue;
            }
            at[role]++;
            if (step.kind.writes()) {
                memory[step.variable] = step.value;
            }
            List<Integer> result = results.get(role);
            if (step.kind.returns()) {
                result.add(before);
            }
            interleave(at, memory, results);
            if (step.kind.returns()) {
                result.removeLast();
            }
            memory[step.variable] = before;
            at[role]--;
        }
        if (ended) {
            List<Integer> outcome = new ArrayList<>();
            results.forEach(outcome::addAll);
            Arrays.stream(memory).forEach(outcome::add);
            allowed.add(Collections.unmodifiableList(outcome));
        }
    }

    List<List<Step>> roles() {
        return roles;
    }

    int variables() {
        return variables;
    }

    /** Number of results of a role. */
    int results(int role) {
        return (int)
                roles.get(role).stream().filter(step -> step.kind.returns()).count();
    }

    boolean hasGuards() {
        return roles.stream().flatMap(List::stream).anyMatch(step -> step.kind.waits());
    }

    /** The outcomes that sequential consistency allows. */
    Set<List<Integer>> allowed() {
        return allowed;
    }

    /** Those allowed outcomes that tests must see: all, or the two orders in which two readers see both writes. */
    List<List<Integer>> interesting() {
        return allowed.stream()
                .filter(outcome -> this != READS_OF_TWO_WRITERS
                        || outcome.equals(List.of(1, 2, 1, 2, 2))
                        || outcome.equals(List.of(2, 1, 2, 1, 1)))
                .toList();
    }
}
