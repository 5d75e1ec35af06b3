package org.bipj.sim.platform;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bipj.sim.fault.FaultInjector;
import org.bipj.sim.fault.FaultSpec;
import org.bipj.sim.mapper.Mapper;
import org.bipj.sim.mapper.MapperCluster;
import org.bipj.sim.net.NetworkTopology.Cable;

/**
 * {@code bipj platform --map}: runs the mapper on a cluster of its own, and with {@code --faults} goes on until it has found
 * what they have changed. The times of faults count from the moment at which all hosts have routes.
 */
final class MapCommand {
    private static final double PS_PER_MS = 1e9;
    private static final long LIMIT_PS = 60_000_000_000_000L;
    private static final long SEED = 1;

    private final Platform platform;
    private final PrintStream out;

    MapCommand(Platform platform, PrintStream out) {
        this.platform = platform;
        this.out = out;
    }

    /** Lets the platform's mappers map it once, and prints what they found. */
    void map() {
        MapperCluster mapping = platform.mappers(SEED);
        boolean settled = mapping.settle(LIMIT_PS);
        if (settled) {
            report(mapping.leaders());
        }
        finish(mapping, settled);
    }

    /** Maps the platform, injects faults, and draws the maps of before and after. */
    void map(FaultSpec faults) {
        faults.check(platform.topology());
        MapperCluster first = platform.mappers(SEED);
        if (!first.settle(LIMIT_PS)) {
            finish(first, false);
            return;
        }
        MapperCluster mapping = platform.mappers(SEED);
        long start = first.now();
        FaultInjector injector = new FaultInjector(faults.after(start), platform.topology(), SEED);
        mapping.inject(injector);
        mapping.runUntil(start);
        report(mapping.leaders());
        Set<Cable> before = draw(mapping, Set.of());
        out.println(injector.summary());
        boolean settled = mapping.settleAfter(faults.after(start).lastChange(), LIMIT_PS);
        report(mapping.leaders());
        draw(mapping, before);
        finish(mapping, settled);
    }

    private void report(List<Mapper> leaders) {
        for (Mapper leader : leaders) {
            out.printf(
                    Locale.ROOT,
                    "%s leads; its map took %.3f ms: %s%n",
                    platform.names().host(leader.name()),
                    leader.mappingPs() / PS_PER_MS,
                    leader.map());
        }
    }

    /** Draws the maps of all leaders as one, and returns their cables. */
    private Set<Cable> draw(MapperCluster mapping, Set<Cable> before) {
        MapDrawing drawing = new MapDrawing(platform.topology(), platform.names());
        Set<Cable> cables = new HashSet<>();
        mapping.leaders().forEach(leader -> cables.addAll(drawing.cables(leader.map(), leader.name())));
        out.print(drawing.table(cables, before));
        return cables;
    }

    private void finish(MapperCluster mapping, boolean settled) {
        out.printf(
                Locale.ROOT,
                "%s after %.1f ms of virtual time%n",
                settled ? "all hosts had routes" : "not all hosts had routes",
                mapping.now() / PS_PER_MS);
        out.println("all hosts together: " + mapping.counts().text());
    }
}
