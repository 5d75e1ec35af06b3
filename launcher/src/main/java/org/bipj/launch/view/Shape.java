package org.bipj.launch.view;

import org.bipj.launch.timeline.TimelineFormat;

/**
 * What records of one kind have in common.
 *
 * @param kind one of {@link TimelineFormat}
 * @param operation the call, such as {@code iSend}; of a phase its name
 * @param communicator null: none
 * @param peer world rank, {@link TimelineFormat#ANY} or {@link TimelineFormat#NONE}; of a collective call its root
 * @param tag the same
 * @param place the program's line; empty: not known
 */
public record Shape(int kind, String operation, Communicator communicator, int peer, int tag, String place) {
    /** The kind of what a part of a simulated machine does. */
    static final int WORK = 100;

    static final Shape UNKNOWN = new Shape(
            TimelineFormat.CALL,
            "a call whose name is not recorded",
            null,
            TimelineFormat.NONE,
            TimelineFormat.NONE,
            "");

    /** True for what takes time: calls and phases. */
    boolean isSpan() {
        return kind != TimelineFormat.SENT && kind != TimelineFormat.MATCHED && kind != TimelineFormat.WITHDRAWN;
    }

    boolean isCall() {
        return isSpan() && kind != TimelineFormat.PHASE && kind != WORK;
    }

    boolean sends() {
        return kind == TimelineFormat.SENDING_CALL || kind == TimelineFormat.SENT;
    }

    boolean receives() {
        return kind == TimelineFormat.RECEIVING_CALL || kind == TimelineFormat.MATCHED;
    }

    /** The operation and its line, such as {@code barrier, Slow.java:3}. */
    String site() {
        return place.isEmpty() ? operation : operation + ", " + line();
    }

    /** The line alone, such as {@code Slow.java:3}. */
    String line() {
        int bracket = place.indexOf('(');
        return bracket < 0 ? place : place.substring(bracket + 1, place.length() - 1);
    }

    /** The call in words. */
    String words() {
        StringBuilder words = new StringBuilder(operation);
        if (kind == TimelineFormat.COLLECTIVE) {
            words.append(peer >= 0 ? " of root " + peer : "");
        } else if (peer != TimelineFormat.NONE) {
            words.append(sends() ? " to " : receives() || kind == TimelineFormat.CALL ? " from " : " ")
                    .append(peer == TimelineFormat.ANY ? "any rank" : "rank " + peer);
        }
        if (tag != TimelineFormat.NONE && kind != TimelineFormat.COLLECTIVE) {
            words.append(tag == TimelineFormat.ANY ? ", any tag" : ", tag " + tag);
        }
        if (communicator != null && !communicator.isWorld()) {
            words.append(" in ").append(communicator);
        }
        return words.append(place.isEmpty() ? "" : ", " + line()).toString();
    }
}
