package org.bipj.launch.view;

import java.util.regex.Pattern;
import org.bipj.launch.timeline.TimelineFormat;

/** Kinds of calls, each with a colour of its own in the page, by their order. */
enum Category {
    COMPUTING("computes"),
    SENDING("sends"),
    RECEIVING("receives"),
    WAITING("waits for requests, probes"),
    COLLECTIVE("collective"),
    ONE_SIDED("one-sided"),
    FILE("files"),
    OTHER("other calls"),
    COLLECTION("garbage collection"),
    PHASE("phases of the program"),
    WORK("boards, buses, links");

    private static final Pattern WAITS = Pattern.compile("(?i)(P?request\\.|i?m?probe|wait|test).*");

    private final String words;

    Category(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    static Category of(Shape shape) {
        return switch (shape.kind()) {
            case TimelineFormat.COLLECTIVE -> COLLECTIVE;
            case TimelineFormat.SENDING_CALL, TimelineFormat.SENT -> SENDING;
            case TimelineFormat.RECEIVING_CALL, TimelineFormat.MATCHED -> RECEIVING;
            case Shape.WORK -> WORK;
            case TimelineFormat.PHASE -> shape.operation().startsWith(Collections.PREFIX) ? COLLECTION : PHASE;
            default -> ofCall(shape.operation());
        };
    }

    private static Category ofCall(String operation) {
        if (operation.startsWith("Win.")) {
            return ONE_SIDED;
        }
        if (operation.startsWith("File.")) {
            return FILE;
        }
        String lower = operation.toLowerCase(java.util.Locale.ROOT);
        if (WAITS.matcher(operation).matches()) {
            return WAITING;
        }
        return lower.contains("recv") ? RECEIVING : lower.contains("send") ? SENDING : OTHER;
    }
}
