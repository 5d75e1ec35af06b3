package org.bipj.panda;

import java.util.ArrayList;
import java.util.List;

/** Messages of which packets are still to come, by sender. A sender has few at a time: one for each of its threads. */
final class Assemblies {
    private final List<Incoming>[] bySender;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Assemblies(int ranks) {
        bySender = new List[ranks];
    }

    void add(Incoming message) {
        List<Incoming> known = bySender[message.source()];
        if (known == null) {
            known = new ArrayList<>();
            bySender[message.source()] = known;
        }
        known.add(message);
    }

    /** The message of a number; null if there is none. */
    Incoming find(int source, int number) {
        List<Incoming> known = bySender[source];
        for (int i = 0; known != null && i < known.size(); i++) {
            if (known.get(i).isOf(source, number)) {
                return known.get(i);
            }
        }
        return null;
    }

    void remove(Incoming message) {
        bySender[message.source()].remove(message);
    }
}
