package org.bipj.samples.ip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The counter of two hosts, of which one is killed and starts again, under seeds. */
class CounterTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int ADDS = 10;

    /** How a run with one client ends. */
    private static EmbeddedJob.Outcome run(boolean isEarly, int pauseMs, long seed, String faults)
            throws InterruptedException {
        RankCode code = new RankCode() {
            @Override
            public ClassLoader loader(LoadedRank rank) {
                return RankClassLoader.within(
                        rank,
                        Counter.class.getClassLoader(),
                        name -> name.startsWith("org.bipj.samples.ip.") && !name.contains("Test"));
            }

            @Override
            public void run(ClassLoader loader) throws Throwable {
                try {
                    Class.forName(Counter.class.getName(), true, loader)
                            .getMethod("run", boolean.class, int.class, int.class)
                            .invoke(null, isEarly, ADDS, pauseMs);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        };
        SimOptions options = new SimOptions("lab", seed, faults, "", List.of(), true, true);
        return EmbeddedJob.simulated(3, options, code, LIMIT).run();
    }

    /** True if a client was told of an update that is not there any more. */
    private static boolean losesAnUpdate(boolean isEarly, int pauseMs, long seed, String faults) {
        try {
            EmbeddedJob.Outcome outcome = run(isEarly, pauseMs, seed, faults);
            if (outcome.failures().isEmpty()) {
                assertEquals("", outcome.report());
                return false;
            }
            String why = outcome.failures().getFirst().why().getMessage();
            assertTrue(why.startsWith("an update was lost: the counter is "), why);
            return true;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static final String SOON = "kill@host0:at=30ms,start@host0:at=60ms";
    private static final int SHORT_MS = 10;

    /** Pauses are short here, so that it takes few seeds. */
    @Test
    void anAnswerThatIsTooEarlyLosesAnUpdateUnderSomeSeed() {
        long seed = LongStream.rangeClosed(1, 300)
                .filter(one -> losesAnUpdate(true, SHORT_MS, one, SOON))
                .findFirst()
                .orElseThrow(() -> new AssertionError("300 seeds lose nothing"));
        assertTrue(losesAnUpdate(true, SHORT_MS, seed, SOON), "the same seed loses it again");
        assertTrue(!losesAnUpdate(true, SHORT_MS, seed, ""), "seed " + seed + " without a fault");
        assertTrue(!losesAnUpdate(false, SHORT_MS, seed, SOON), "seed " + seed + " with an answer in time");
    }

    @Test
    @Tag("deep")
    void ofTheSampleOneSeedInSome200LosesOneAndInTimeNone() {
        String faults = "kill@host0:at=500ms,start@host0:at=600ms";
        long lost = LongStream.rangeClosed(1, 1000)
                .filter(seed -> losesAnUpdate(true, Counter.PAUSE_MS, seed, faults))
                .count();
        assertTrue(lost >= 2 && lost <= 15, lost + " of 1000 seeds");
        assertEquals(
                0,
                LongStream.rangeClosed(1, 1000)
                        .filter(seed -> losesAnUpdate(false, Counter.PAUSE_MS, seed, faults))
                        .count());
    }
}
