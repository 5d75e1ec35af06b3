package org.bipj.launch.seeing.view;

import org.bipj.launch.seeing.timeline.TimelineFormat;
import org.bipj.mpi.call.CallFacts;

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
            case TimelineFormat.PHASE -> shape.operation().startsWith(GarbageCollections.PREFIX) ? COLLECTION : PHASE;
            default -> ofCall(shape.call().facts());
        };
    }

    private static Category ofCall(CallFacts facts) {
        return switch (facts.kind()) {
            case SENDS -> SENDING;
            case RECEIVES, EXCHANGES -> RECEIVING;
            case PROBES, STARTS, WAITS, TESTS, CANCELS -> WAITING;
            case COLLECTIVE -> facts == CallFacts.NEW_WIN ? ONE_SIDED : COLLECTIVE;
            case ACCESSES, EPOCH -> ONE_SIDED;
            case FILE -> FILE;
            case FREES, MEETS, ENVIRONMENT, PLAIN -> OTHER;
        };
    }
}
