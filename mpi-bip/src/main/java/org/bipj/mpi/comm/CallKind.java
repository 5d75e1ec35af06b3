package org.bipj.mpi.comm;

import org.bipj.mpi.match.CallWord;
import org.jspecify.annotations.Nullable;

/**
 * What ranks compare of a collective call, as a number for {@link CallHistory}: the operation, by its tag, the reduction, and the
 * root.
 */
final class CallKind {
    private static final int OP_BITS = 4;
    private static final int OPS = 1 << OP_BITS;
    /** So that up to 127 ranks as roots do not reach the number of another reduction. */
    private static final int ROOT_BITS = 7;

    private static final int BCAST = 2;
    private static final int GATHER = 3;
    private static final int SCATTER = 4;
    private static final int REDUCE = 7;
    private static final int REDUCTIONS_END = 12;

    /** The names of operations, by their tags. */
    private static final String[] OPERATIONS = {
        "no call",
        "barrier",
        "bcast",
        "gather",
        "scatter",
        "allGather",
        "allToAll",
        "reduce",
        "allReduce",
        "reduceScatter",
        "scan",
        "exScan",
        "neighborAllGather",
        "neighborAllToAll",
    };

    /** By the number of the reduction: the predefined ones in the order of their enum, from 1. */
    private static final String[] REDUCTIONS = {
        "",
        "MAX",
        "MIN",
        "SUM",
        "PROD",
        "LAND",
        "BAND",
        "LOR",
        "BOR",
        "LXOR",
        "BXOR",
        "MINLOC",
        "MAXLOC",
        "REPLACE",
        "NO_OP",
        "a user's operation",
    };

    private CallKind() {}

    static int of(int operation, int op) {
        return operation << OP_BITS | op;
    }

    static int operation(int kind) {
        return kind >> OP_BITS;
    }

    private static int op(int kind) {
        return kind & OPS - 1;
    }

    /** The number that stands for the kind and root of a call. */
    static int code(int kind, int root) {
        return (kind << ROOT_BITS) + root + 1;
    }

    private static boolean hasRoot(int operation) {
        return operation == REDUCE || isOneWay(operation);
    }

    /** True where between two ranks one message is all, so that a receiver that fails owes the other one nothing. */
    static boolean isOneWay(int operation) {
        return operation == BCAST || operation == GATHER || operation == SCATTER;
    }

    /** The root in the number of a call of this kind; below {@link CallWord#NO_ROOT} if no root gives that number. */
    private static int root(int code, int kind, int size) {
        int root = CallWord.check(code - (kind << ROOT_BITS)) - 1;
        boolean fits = hasRoot(operation(kind)) ? root >= 0 && root < size : root == CallWord.NO_ROOT;
        return fits ? root : CallWord.NO_ROOT - 1;
    }

    private static @Nullable String text(int code, int kind, int size) {
        int root = root(code, kind, size);
        return root < CallWord.NO_ROOT ? null : text(kind, root);
    }

    /** The call of a number, in words, where only the root may differ from that of a call of this kind; else null. */
    static @Nullable String otherRoot(int code, int kind, int size) {
        return hasRoot(operation(kind)) ? text(code, kind, size) : null;
    }

    /** As {@link #otherRoot}, where the reduction may differ, too. */
    static @Nullable String otherReduction(int code, int kind, int size) {
        for (int op = 1; op(kind) != CallWord.NO_OP && op < OPS; op++) {
            String text = text(code, of(operation(kind), op), size);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    /** Names a call with that code of which operation, root and reduction may differ from this rank's. */
    static @Nullable String other(int code, int kind, int size) {
        String alike = otherRoot(code, kind, size);
        alike = alike == null ? otherReduction(code, kind, size) : alike;
        for (int operation = 1; alike == null && operation < OPERATIONS.length; operation++) {
            boolean reduces = operation >= REDUCE && operation < REDUCTIONS_END;
            for (int op = reduces ? 1 : 0; alike == null && op < (reduces ? OPS : 1); op++) {
                alike = text(code, of(operation, op), size);
            }
        }
        return alike;
    }

    /** Describes a call for an error. */
    static String text(int kind, int root) {
        String withRoot = root == CallWord.NO_ROOT ? "" : " with root " + root;
        int op = op(kind);
        String withOp = op == CallWord.NO_OP ? "" : (root == CallWord.NO_ROOT ? " with " : " and ") + REDUCTIONS[op];
        return OPERATIONS[operation(kind)] + withRoot + withOp;
    }
}
