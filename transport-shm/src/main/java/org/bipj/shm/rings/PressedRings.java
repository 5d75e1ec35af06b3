package org.bipj.shm.rings;

import java.util.ArrayList;
import java.util.List;

/** Rings that claims have found full. */
public final class PressedRings {
    private final List<RingWriter> rings = new ArrayList<>();

    /** Adds a ring, once. */
    public void add(RingWriter ring) {
        if (!rings.contains(ring)) {
            rings.add(ring);
        }
    }

    /** True if there is none. */
    public boolean isEmpty() {
        return rings.isEmpty();
    }

    /** Forgets them all. */
    public void clear() {
        rings.clear();
    }

    /** True if the receiver of one of them has made room since its claim. */
    public boolean haveNewRoom() {
        for (int i = 0; i < rings.size(); i++) {
            if (rings.get(i).hasNewRoom()) {
                return true;
            }
        }
        return false;
    }
}
