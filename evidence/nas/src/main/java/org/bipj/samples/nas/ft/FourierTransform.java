package org.bipj.samples.nas.ft;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.Usage;
import org.bipj.samples.nas.NasProgram;
import org.bipj.samples.nas.NasRandom;
import org.bipj.samples.nas.NasReport;

/**
 * NAS FT: a partial differential equation solved in the space of frequencies, by three-dimensional Fourier transforms;
 * shows transposes of arrays that are cut over the ranks: allToAll with very long blocks.
 *
 * <pre>{@code ./bipj sample ft -n 4 A [--grid 2x2]}</pre>
 *
 * <p>The number of ranks is a power of two, as in NPB. Each rank has some planes, or with {@code --grid COLUMNSxROWS} a
 * pencil of the points.
 */
public final class FourierTransform {
    private static final double TOLERANCE = 1e-12;
    private static final String GRID = "--grid";
    private static final int SAMPLES = 1024;

    /** Transforms and inverse ones of class S until all is compiled. */
    private static final int REHEARSALS = 40;

    private static final int WARM_UP = 10;

    private final Intracomm comm;
    private final FtProblem problem;
    private final Pencils pencils;
    private final Transform transform;
    private final Evolution evolution;

    /** The real and imaginary parts of the checksums. */
    private final double[][] checksums;

    private FourierTransform(Intracomm comm, FtProblem problem, int columns) {
        this.comm = comm;
        this.problem = problem;
        pencils = new Pencils(comm, problem, columns);
        transform = new Transform(pencils);
        evolution = new Evolution(pencils);
        checksums = new double[problem.checksums.length][2];
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        List<String> rest = new ArrayList<>(List.of(args));
        int at = rest.indexOf(GRID);
        String grid = null;
        if (at >= 0) {
            rest.remove(at);
            grid = at < rest.size() ? rest.remove(at) : "";
        }
        String given = grid;
        NasProgram.main(
                "ft",
                " [" + GRID + " COLUMNSxROWS]",
                rest.toArray(String[]::new),
                (comm, problemClass) -> run(comm, problemClass, given == null ? 0 : columns(given, comm.getSize())));
    }

    /** Returns the number of columns of a grid that is given as COLUMNSxROWS. */
    static int columns(String grid, int ranks) {
        if (grid.matches("[0-9]{1,6}x[0-9]{1,6}")) {
            String[] sides = grid.split("x");
            int columns = Integer.parseInt(sides[0]);
            if ((long) columns * Integer.parseInt(sides[1]) == ranks) {
                return columns;
            }
        }
        throw new Usage.WrongUsage(
                GRID + " wants COLUMNSxROWS with as many places as there are ranks, " + ranks + ", but is: " + grid);
    }

    /**
     * Runs the kernel in the layout that NPB chooses; called by every rank of the communicator.
     *
     * @param problemClass S, W, A, B or C
     */
    public static NasReport run(Intracomm comm, char problemClass) {
        return run(comm, problemClass, 0);
    }

    /**
     * Runs the kernel; called by every rank of the communicator.
     *
     * @param problemClass S, W, A, B or C
     * @param columns the columns of the grid of ranks; 0 for NPB's choice
     */
    public static NasReport run(Intracomm comm, char problemClass, int columns) {
        FourierTransform kernel = new FourierTransform(comm, FtProblem.valueOf(String.valueOf(problemClass)), columns);
        if (NasProgram.rehearses(comm, problemClass)) {
            FourierTransform small = new FourierTransform(comm, FtProblem.S, 0);
            NasProgram.rehearse(comm, REHEARSALS, small::rehearse);
            small.pencils.free();
        }
        NasProgram.warmUp(comm, WARM_UP, kernel::rehearse);
        comm.barrier();
        double start = MPI.wtime();
        kernel.start();
        boolean verified = kernel.iterate();
        double[] seconds = {MPI.wtime() - start};
        comm.bcast(seconds, 1, MPI.DOUBLE, 0);
        kernel.pencils.free();
        return kernel.report(seconds[0], verified);
    }

    /** Sets the points to random numbers and transforms them. */
    private void start() {
        int nx = problem.nx;
        for (int z = 0; z < pencils.partZ; z++) {
            for (int y = 0; y < pencils.partY; y++) {
                long line = pencils.column * pencils.partY + y + (long) problem.ny * (pencils.row * pencils.partZ + z);
                long state = NasRandom.jump(NasRandom.SEED, 2 * nx * line);
                int at = 2 * nx * (z * pencils.partY + y);
                for (int x = at; x < at + nx; x++) {
                    state = NasRandom.next(state);
                    transform.points[x] = NasRandom.value(state);
                    state = NasRandom.next(state);
                    transform.points[x + nx] = NasRandom.value(state);
                }
            }
        }
        transform.forward();
    }

    /** Computes the start and one time step untimed, so that code and memory are ready. */
    private void rehearse() {
        start();
        evolution.select(1);
        transform.inverse(evolution);
    }

    /** All time steps: each starts from the spectrum. Returns whether the checksums are the official ones. */
    private boolean iterate() {
        for (int step = 1; step <= checksums.length; step++) {
            evolution.select(step);
            double[] result = transform.inverse(evolution);
            checksum(result, checksums[step - 1]);
        }
        boolean verified = true;
        for (int step = 0; step < checksums.length; step++) {
            verified &= error(step) <= TOLERANCE;
        }
        return verified;
    }

    /** Sets the checksum of a step's result, the sum over some of the points. */
    private void checksum(double[] result, double[] sum) {
        sum[0] = 0;
        sum[1] = 0;
        for (int q = 1; q <= SAMPLES; q++) {
            int y = 3 * q % problem.ny - pencils.column * pencils.partY;
            int z = 5 * q % problem.nz - pencils.row * pencils.partZ;
            if (y >= 0 && y < pencils.partY && z >= 0 && z < pencils.partZ) {
                int at = 2 * problem.nx * (z * pencils.partY + y) + q % problem.nx;
                sum[0] += result[at] / problem.points();
                sum[1] += result[at + problem.nx] / problem.points();
            }
        }
        comm.allReduce(sum, 2, MPI.DOUBLE, MPI.SUM);
    }

    /** Returns the relative error of a step's checksum, as a complex number. */
    private double error(int step) {
        double[] expected = problem.checksums[step];
        double difference = Math.hypot(checksums[step][0] - expected[0], checksums[step][1] - expected[1]);
        return difference / Math.hypot(expected[0], expected[1]);
    }

    private NasReport report(double seconds, boolean verified) {
        double n = problem.points();
        int steps = checksums.length;
        double operations = n * (14.8157 + 7.19641 * Math.log(n) + steps * (5.23518 + 7.21113 * Math.log(n)));
        StringBuilder detail = new StringBuilder();
        for (int step = 0; step < steps; step++) {
            detail.append(step == 0 ? "" : "\n")
                    .append(String.format(
                            Locale.ROOT,
                            " Checksum %2d: %.12e %.12e, relative error %.1e",
                            step + 1,
                            checksums[step][0],
                            checksums[step][1],
                            error(step)));
        }
        return new NasReport(
                "FT",
                problem.name().charAt(0),
                (long) n,
                steps,
                comm.getSize(),
                seconds,
                operations / seconds * 1e-6,
                "floating point",
                verified,
                detail.toString());
    }
}
