package org.bipj.mpi.check;

import java.util.HashMap;
import java.util.Map;
import mpi.Datatype;
import mpi.MpiBuffer;
import mpi.MpiCall;

/**
 * The texts of blocking sends. To find a call's line takes longer than a short message. So a call of a shape that has come from one
 * line several times is taken to come from there again, which is looked at now and then: a line that a report names may be wrong, never
 * a verdict.
 */
final class SendPlaces {
    private static final int SURE = 16;
    private static final int LOOK_AGAIN = 64;
    private static final int NEVER = -1;
    /** Shapes that are remembered. */
    private static final int MOST = 4096;

    /** What two calls of one line have in common. */
    private record Shape(String name, Object handle, int dest, int tag, int count, Datatype type) {
        static Shape of(MpiCall call) {
            MpiBuffer data = call.buffers().isEmpty() ? null : call.buffers().getFirst();
            return new Shape(
                    call.name(),
                    call.handle(),
                    call.dest(),
                    call.sendTag(),
                    data == null ? 0 : data.count(),
                    data == null ? null : data.type());
        }
    }

    /** A text, and how often it was that of its shape; NEVER once there was another one. */
    private static final class Known {
        final String text;
        int times;
        int uses;

        Known(String text) {
            this.text = text;
        }
    }

    private final Map<Shape, Known> known = new HashMap<>();

    /** The text of a call, as {@link MpiCall#toString}. */
    String text(MpiCall call) {
        Shape shape = Shape.of(call);
        Known before = known.get(shape);
        if (before != null && before.times >= SURE && ++before.uses % LOOK_AGAIN != 0) {
            return before.text;
        }
        String text = call.toString();
        if (before == null) {
            if (known.size() == MOST) {
                known.clear();
            }
            known.put(shape, new Known(text));
        } else if (!before.text.equals(text)) {
            before.times = NEVER;
        } else if (before.times != NEVER) {
            before.times++;
        }
        return text;
    }
}
