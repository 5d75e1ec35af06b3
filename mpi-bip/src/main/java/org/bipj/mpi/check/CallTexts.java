package org.bipj.mpi.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpi.Datatype;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.Op;
import org.jspecify.annotations.Nullable;

/**
 * The texts of calls that may be named once they have ended. To find a call's line takes longer than a short message. So a call of a
 * shape that has come from one line several times is taken to come from there again, which is looked at now and then: a line that a
 * report names may be wrong, never a verdict.
 */
final class CallTexts {
    private static final int SURE = 16;
    private static final int LOOK_AGAIN = 64;
    private static final int NEVER = -1;
    private static final int NOT_LOGGED = -2;
    /** Shapes that are remembered. */
    private static final int MOST = 4096;

    /** What two calls of one line have in common. */
    private static final class Shape {
        private final String name;
        private final @Nullable Object handle;
        private final int dest;
        private final int sendTag;
        private final int source;
        private final int recvTag;
        private final int root;
        private final @Nullable Op op;
        private final int buffers;
        private final int count;
        private final @Nullable Datatype type;
        private final int lastCount;
        private final @Nullable Datatype lastType;
        private final int hash;

        Shape(MpiCall call) {
            List<MpiBuffer> all = call.buffers();
            MpiBuffer first = all.isEmpty() ? null : all.getFirst();
            MpiBuffer last = all.isEmpty() ? null : all.getLast();
            name = call.name();
            handle = call.handle();
            dest = call.dest();
            sendTag = call.sendTag();
            source = call.source();
            recvTag = call.recvTag();
            root = call.root();
            op = call.op();
            buffers = all.size();
            count = first == null ? 0 : first.count();
            type = first == null ? null : first.type();
            lastCount = last == null ? 0 : last.count();
            lastType = last == null ? null : last.type();
            int mixed = name.hashCode() * 31 + System.identityHashCode(handle);
            mixed = (mixed * 31 + dest) * 31 + sendTag;
            mixed = (mixed * 31 + source) * 31 + recvTag;
            hash = ((mixed * 31 + root) * 31 + count) * 31 + lastCount;
        }

        @Override
        public boolean equals(@Nullable Object object) {
            return object instanceof Shape other && isLike(other) && hasDataLike(other);
        }

        private boolean isLike(Shape other) {
            return name.equals(other.name)
                    && handle == other.handle
                    && dest == other.dest
                    && sendTag == other.sendTag
                    && source == other.source
                    && recvTag == other.recvTag
                    && root == other.root
                    && op == other.op;
        }

        private boolean hasDataLike(Shape other) {
            return buffers == other.buffers
                    && count == other.count
                    && type == other.type
                    && lastCount == other.lastCount
                    && lastType == other.lastType;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** A text. */
    static final class Text {
        private final String words;
        private final String place;
        /** How often it was that of its shape; NEVER once there was another one. */
        private int times;

        private int uses;
        /** What the rules of collective calls keep with it; null: nothing. */
        private @Nullable Object note;
        /** Where the {@link SendLog} has it; NOT_LOGGED: it was not asked for. */
        private int logged = NOT_LOGGED;

        Text(MpiCall call) {
            words = call.toString();
            place = call.place();
        }

        /** As {@link SendLog#place}; there is one log. */
        int placeIn(SendLog log) {
            if (logged == NOT_LOGGED) {
                logged = log.place(words);
            }
            return logged;
        }

        @Nullable
        Object note() {
            return note;
        }

        void keep(Object noteOfRules) {
            note = noteOfRules;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private final Map<Shape, Text> known = new HashMap<>();
    /** The call whose text was asked for last, which is asked for again within the call. */
    private @Nullable MpiCall last;

    private @Nullable Text textOfLast;

    /** The text of a call that is under way, as {@link MpiCall#toString}: the same object for calls of one shape and line. */
    Text text(MpiCall call) {
        if (textOfLast == null || call != last) {
            textOfLast = find(call);
            last = call;
        }
        return textOfLast;
    }

    private Text find(MpiCall call) {
        Shape shape = new Shape(call);
        Text before = known.get(shape);
        if (before != null && before.times >= SURE && ++before.uses % LOOK_AGAIN != 0) {
            return before;
        }
        if (before == null) {
            if (known.size() == MOST) {
                known.clear();
            }
            Text text = new Text(call);
            known.put(shape, text);
            return text;
        }
        if (!before.place.equals(call.place())) {
            before.times = NEVER;
            return new Text(call);
        }
        before.times += before.times == NEVER ? 0 : 1;
        return before;
    }
}
