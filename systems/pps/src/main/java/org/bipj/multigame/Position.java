package org.bipj.multigame;

/** A position, as its game packs it into 128 bits. */
public record Position(long high, long low) {
    /** A position of a game that needs 64 bits. */
    public static Position of(long low) {
        return new Position(0, low);
    }
}
