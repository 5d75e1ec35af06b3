package org.bipj.sim.mapper;

import java.util.Locale;

/** Counts what one mapper does. */
public final class MapperCounts {
    int probes;
    int silent;
    int answered;
    int broken;
    int damaged;
    int stray;
    int maps;
    int failed;
    int tables;

    MapperCounts() {}

    /** How many probes were sent. */
    public int probes() {
        return probes;
    }

    /** Probes without an answer in time: no cable, no such port, or lost. */
    public int silent() {
        return silent;
    }

    /** Probes of other mappers that were answered. */
    public int answered() {
        return answered;
    }

    /** Own worms that the network broke up: they ran into themselves or into others. */
    public int broken() {
        return broken;
    }

    /** Truncated or corrupt packets that arrived and were dropped. */
    public int damaged() {
        return damaged;
    }

    /** Probes of other mappers that arrived here but were meant for switches. */
    public int stray() {
        return stray;
    }

    /** How many maps were completed. */
    public int maps() {
        return maps;
    }

    /** How many discoveries ended without a map. */
    public int failed() {
        return failed;
    }

    /** How many packets of routes were sent. */
    public int tables() {
        return tables;
    }

    /** All counts in one line, for reports. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "%d probes, %d without answer, %d broken up, %d damaged packets dropped, %d maps, %d packets of routes",
                probes,
                silent,
                broken,
                damaged,
                maps,
                tables);
    }

    /** The sums of these counts and another mapper's. */
    MapperCounts plus(MapperCounts other) {
        MapperCounts sum = new MapperCounts();
        sum.probes = probes + other.probes;
        sum.silent = silent + other.silent;
        sum.answered = answered + other.answered;
        sum.broken = broken + other.broken;
        sum.damaged = damaged + other.damaged;
        sum.stray = stray + other.stray;
        sum.maps = maps + other.maps;
        sum.failed = failed + other.failed;
        sum.tables = tables + other.tables;
        return sum;
    }
}
