package org.bipj.reproduce.ssam;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.CellDevice;
import org.bipj.core.nic.NicPort;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Tables 1 and 2: the kernel's traps, and the system calls beside them. */
public final class SsamTraps implements Experiment {
    private static final double PHASE_US = 1000;
    private static final int FLOOD = 2000;
    private static final String RECEIVED = "cells received, of those that the fibre brings, SS-20";

    /** One trap: how many cells wait for it, and what it does; returns the cells that it has found. */
    private record Trap(String name, int cells, ToIntFunction<CellDevice> call) {}

    private static final List<Trap> TRAPS = List.of(
            new Trap("write trap", 0, device -> {
                device.write(device.connection(1), 0);
                return 0;
            }),
            new Trap("read trap, one cell", 1, CellDevice::read),
            new Trap("read trap, each cell of 16", CellDevice.BATCH, CellDevice::read),
            new Trap("write-read trap, no cell", 0, device -> device.writeRead(device.connection(1), 0)),
            new Trap("write-read trap, one cell", 1, device -> device.writeRead(device.connection(1), 0)),
            new Trap("null system call", 0, device -> {
                device.systemNull();
                return 0;
            }),
            new Trap("system call write", 0, device -> {
                device.systemWrite(device.connection(1), 0);
                return 0;
            }),
            new Trap("system call read, one cell", 1, CellDevice::systemRead),
            new Trap("system call read, no cell", 0, CellDevice::systemRead));

    public SsamTraps() {}

    @Override
    public Head head() {
        return new Head(
                "ssam-traps",
                "SSAM: traps and system calls",
                "SSAM, sections 3.4.1 and 3.4.2, tables 1 and 2",
                List.of(Lab.SS20, Lab.SS1),
                """
                One trap at a time, on two hosts back to back; the other host sends the cells that it finds. Last, a \
                host sends as fast as the fibre takes cells, and the other one does nothing but read traps of 16.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster[] hosts = PaperMachines.both(lab);
        double[][] times = {times(hosts[0]), times(hosts[1])};
        Results results = new Results();
        for (int trap = 0; trap < TRAPS.size(); trap++) {
            for (int host = 0; host < hosts.length; host++) {
                results.value(TRAPS.get(trap).name + ", " + PaperMachines.NAMES[host], times[host][trap]);
            }
        }
        double received = received(hosts[0]);
        String faster = String.format(
                Locale.ROOT,
                "the receiver empties its FIFO, and takes all; it takes a cell in %.2f of the time that the fibre takes",
                1 / received);
        return results.remarked(RECEIVED, Math.min(1, received), received > 1 ? faster : "");
    }

    private static double[] times(Cluster cluster) {
        double[] times = new double[TRAPS.size()];
        cluster.run(2, rank -> {
            try (NicPort port = Jobs.of(null).open()) {
                CellDevice device = port.cellTraps().open(1, CellDevice.BATCH);
                for (int i = 0; i < times.length; i++) {
                    Trap trap = TRAPS.get(i);
                    if (rank.number() == 1) {
                        PaperMachines.until(rank, i * PHASE_US);
                        for (int cell = 0; cell < trap.cells; cell++) {
                            device.write(device.connection(0), 0);
                        }
                    } else {
                        PaperMachines.until(rank, (i + 0.5) * PHASE_US);
                        double start = rank.now();
                        PaperMachines.expect(trap.cells, trap.call.applyAsInt(device));
                        times[i] = (rank.now() - start) / Math.max(1, trap.cells);
                    }
                }
            }
        });
        return times;
    }

    /** The rate at which a receiver takes the cells of a full FIFO, over that at which the fibre brings them. */
    private static double received(Cluster cluster) {
        List<Double> sent = new ArrayList<>();
        List<Double> taken = new ArrayList<>();
        cluster.run(2, rank -> {
            try (NicPort port = Jobs.of(null).open()) {
                CellDevice device = port.cellTraps().open(1, CellDevice.BATCH);
                if (rank.number() == 1) {
                    for (int i = 0; i < FLOOD; i++) {
                        device.write(device.connection(0), 0);
                        sent.add(rank.now());
                    }
                    return;
                }
                PaperMachines.until(rank, PHASE_US);
                while (taken.size() < FLOOD / 4) {
                    int cells = device.read();
                    for (int i = 0; i < cells; i++) {
                        taken.add(rank.now());
                    }
                }
            }
        });
        return rate(taken) / rate(sent.subList(FLOOD / 2, FLOOD));
    }

    /** How many cells per microsecond there are from a full batch on. */
    private static double rate(List<Double> times) {
        int first = CellDevice.BATCH - 1;
        return (times.size() - 1 - first) / (times.getLast() - times.get(first));
    }
}
