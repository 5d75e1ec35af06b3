package org.bipj.core.replay;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/** A file channel closes when its thread is interrupted; a rank that is interrupted opens its files all the same. */
final class Interrupts {
    /** Opens a file and maps it. */
    interface Mapping<T> {
        /** What has been mapped. */
        T map() throws IOException;
    }

    private Interrupts() {}

    /** Maps, again if an interrupt comes between; the thread is interrupted afterwards if it was before, or one came. */
    static <T> T keep(Mapping<T> mapping) throws IOException {
        boolean isInterrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return mapping.map();
                } catch (ClosedByInterruptException e) {
                    isInterrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
