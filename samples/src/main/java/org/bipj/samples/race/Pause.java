package org.bipj.samples.race;

import java.time.Duration;

/** Work that takes a rank some time, by which messages nearly always come in one order. */
final class Pause {
    private Pause() {}

    static void ofMicros(int micros) {
        try {
            Thread.sleep(Duration.ofNanos(1000L * micros));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
