package org.bipj.shm;

import java.util.ArrayList;
import java.util.List;

/** Rings that claims have found full. */
final class PressedRings {
    private final List<RingWriter> rings = new ArrayList<>();

    void add(RingWriter ring) {
        if (!rings.contains(ring)) {
            rings.add(ring);
        }
    }

    boolean isEmpty() {
        return rings.isEmpty();
    }

    void clear() {
        rings.clear();
    }

    /** True if the receiver of one of them has made room since its claim. */
    boolean haveNewRoom() {
        for (int i = 0; i < rings.size(); i++) {
            if (rings.get(i).hasNewRoom()) {
                return true;
            }
        }
        return false;
    }
}
