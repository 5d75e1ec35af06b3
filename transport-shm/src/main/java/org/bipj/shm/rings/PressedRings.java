package org.bipj.shm.rings;

import java.util.ArrayList;
import java.util.List;

/** Rings that claims have found full; a rank that waits for room looks at these only. */
public final class PressedRings {
    private final List<RingWriter> rings = new ArrayList<>();

    /** Adds a ring, unless it is there already. */
    public void add(RingWriter ring) {
        if (!rings.contains(ring)) {
            rings.add(ring);
        }
    }

    /** True if no claim has found a ring full. */
    public boolean isEmpty() {
        return rings.isEmpty();
    }

    /** Forgets all rings, for another wait. */
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
