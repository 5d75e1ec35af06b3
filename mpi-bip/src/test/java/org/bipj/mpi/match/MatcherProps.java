package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.core.payload.SegmentCache;

/** Posted receives against a list of them in the order of posting. */
class MatcherProps {
    private static final int SOURCES = 3;
    private static final int TAGS = 3;

    private final SegmentCache cache = new SegmentCache();
    private final List<PostedRecv> idle = new ArrayList<>();

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void aMessageTakesTheOldestReceiveThatItMatches(@ForAll long seed) {
        Random random = new Random(seed);
        Matcher matcher = new Matcher(SOURCES);
        List<PostedRecv> posted = new ArrayList<>();
        for (int step = 0; step < 100; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> post(matcher, posted, random);
                case 2, 3 -> arrive(matcher, posted, random);
                default -> withdraw(matcher, posted, random);
            }
            assertEquals(posted, matcher.posted());
            assertEquals(posted.size(), matcher.receives());
            for (int source = 0; source < SOURCES; source++) {
                int from = source;
                boolean quiet = posted.stream().noneMatch(op -> takesSource(op, from));
                assertEquals(quiet, matcher.isQuiet(source));
            }
        }
    }

    private void post(Matcher matcher, List<PostedRecv> posted, Random random) {
        PostedRecv op = idle.isEmpty() ? new PostedRecv(cache) : idle.removeLast();
        op.want(matcher, random.nextInt(SOURCES + 1) - 1, random.nextInt(TAGS + 1) - 1);
        matcher.post(op);
        posted.add(op);
    }

    private void arrive(Matcher matcher, List<PostedRecv> posted, Random random) {
        int source = random.nextInt(SOURCES);
        int tag = random.nextInt(TAGS);
        PostedRecv expected = posted.stream()
                .filter(op -> takesSource(op, source) && op.wantsTag(tag))
                .findFirst()
                .orElse(null);
        assertSame(expected, matcher.arrived(source, tag));
        if (expected != null) {
            posted.remove(expected);
            idle.add(expected);
        }
    }

    private void withdraw(Matcher matcher, List<PostedRecv> posted, Random random) {
        if (!posted.isEmpty()) {
            PostedRecv op = posted.remove(random.nextInt(posted.size()));
            assertTrue(matcher.withdraw(op));
            assertFalse(matcher.withdraw(op), "it is no longer posted");
            idle.add(op);
        }
    }

    private static boolean takesSource(PostedRecv op, int source) {
        return op.wantedSource() == source || op.wantedSource() == PostedRecv.ANY;
    }
}
