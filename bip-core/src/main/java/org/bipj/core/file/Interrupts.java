package org.bipj.core.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/** A file channel closes when its thread is interrupted; a rank that is interrupted opens and maps its files all the same. */
public final class Interrupts {
    /**
     * Opens a file and maps it.
     *
     * @param <T> what has been mapped
     */
    @FunctionalInterface
    public interface Mapping<T> {
        /**
         * Maps the file.
         *
         * @throws IOException if it cannot be opened or mapped
         */
        T map() throws IOException;
    }

    private Interrupts() {}

    /**
     * Maps, again if an interrupt comes between. The thread is interrupted afterwards if it was before, or if one came.
     *
     * @throws IOException as the mapping does
     */
    public static <T> T keep(Mapping<T> mapping) throws IOException {
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
