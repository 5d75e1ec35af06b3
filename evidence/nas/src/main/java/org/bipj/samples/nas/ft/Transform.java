package org.bipj.samples.nas.ft;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.nas.Vectors;

/**
 * The three-dimensional Fourier transform, along x, y and z one after the other, with transposes where the points along
 * the next axis lie on several ranks; the inverse goes the same way back.
 */
final class Transform {
    /** The lines along y or z that are transformed together: next to each other along x, to fill whole cache lines. */
    private static final int MOST_LINES = 32;

    /** The lines along x that are transformed together. */
    private static final int ROWS = Vectors.LANES;

    private final Pencils pencils;
    private final int nx;
    private final int ny;
    private final int nz;

    /** The number of lines that are transformed together. */
    private final int width;

    private final Fft alongX;
    private final Fft alongY;
    private final Fft alongZ;

    /** The points before the transform; then two arrays between which they move. */
    final double[] points;

    private final double[] moved;

    /** Where the transform writes its result. */
    private final double[] spectrum;

    Transform(Pencils pencils) {
        this.pencils = pencils;
        nx = pencils.problem.nx;
        ny = pencils.problem.ny;
        nz = pencils.problem.nz;
        width = Math.min(MOST_LINES, pencils.partX);
        alongX = new Fft(nx, ROWS);
        alongY = new Fft(ny, width);
        alongZ = new Fft(nz, width);
        points = new double[pencils.length()];
        moved = new double[pencils.length()];
        spectrum = new double[pencils.length()];
    }

    /** Transforms the points; the points are lost. */
    void forward() {
        double[] from = transformX(points, false);
        from = transpose(pencils.rowComm, from, other(from));
        from = transformY(from, other(from), false);
        from = transpose(pencils.columnComm, from, spectrum);
        transformZ(from);
    }

    /** Returns the inverse transform, without a factor, of the spectrum times a factor for each point. */
    double[] inverse(Evolution evolution) {
        double[] from = inverseZ(evolution, moved);
        from = transpose(pencils.columnComm, from, other(from));
        from = transformY(from, other(from), true);
        from = transpose(pencils.rowComm, from, other(from));
        return transformX(from, true);
    }

    private double[] other(double[] array) {
        return array == points ? moved : points;
    }

    /**
     * Exchanges the rank's pieces with those of a communicator's ranks; returns the array that then holds the points.
     */
    private static double[] transpose(Intracomm comm, double[] from, double[] to) {
        if (comm.getSize() == 1) {
            return from;
        }
        int count = from.length / comm.getSize();
        comm.allToAll(from, count, MPI.DOUBLE, to, count, MPI.DOUBLE);
        return to;
    }

    /** The transform along x: before it a row is in one piece, after it in one for each rank that gets some. */
    private double[] transformX(double[] from, boolean inverse) {
        double[] to = pencils.columns == 1 ? from : other(from);
        int rows = pencils.partY * pencils.partZ;
        for (int row = 0; row < rows; row += ROWS) {
            int count = Math.min(ROWS, rows - row);
            turn(from, row, count, inverse ? pencils.columns : 1, alongX.buffer(), true);
            turn(to, row, count, inverse ? 1 : pencils.columns, alongX.transform(inverse), false);
        }
        return to;
    }

    /** Copies some rows, each in a number of pieces, to a buffer in which they lie side by side, or back. */
    private void turn(double[] array, int row, int count, int pieces, double[] buffer, boolean toBuffer) {
        int length = nx / pieces;
        for (int piece = 0; piece < pieces; piece++) {
            int at = 2 * length * (piece * pencils.partY * pencils.partZ + row);
            int point = piece * length * 2 * ROWS;
            if (toBuffer) {
                turnTo(array, at, length, count, buffer, point);
                turnTo(array, at + length, length, count, buffer, point + ROWS);
            } else {
                turnBack(buffer, point, length, count, array, at);
                turnBack(buffer, point + ROWS, length, count, array, at + length);
            }
        }
    }

    /** Transposes tiles of rows, which are twice their length apart: both stay in the cache. */
    private static void turnTo(double[] rows, int at, int length, int count, double[] buffer, int atBuffer) {
        for (int x = 0; x < length; x += ROWS) {
            int end = Math.min(length, x + ROWS);
            for (int row = 0; row < count; row++) {
                int from = at + 2 * length * row;
                for (int i = x; i < end; i++) {
                    buffer[atBuffer + i * 2 * ROWS + row] = rows[from + i];
                }
            }
        }
    }

    private static void turnBack(double[] buffer, int atBuffer, int length, int count, double[] rows, int at) {
        for (int x = 0; x < length; x += ROWS) {
            int end = Math.min(length, x + ROWS);
            for (int row = 0; row < count; row++) {
                int to = at + 2 * length * row;
                for (int i = x; i < end; i++) {
                    rows[to + i] = buffer[atBuffer + i * 2 * ROWS + row];
                }
            }
        }
    }

    /** The transform along y, from the order in which all points along y lie to that which is transposed, or back. */
    private double[] transformY(double[] from, double[] to, boolean inverse) {
        for (int z = 0; z < pencils.partZ; z++) {
            for (int x = 0; x < pencils.partX; x += width) {
                double[] buffer = alongY.buffer();
                for (int y = 0; y < ny; y++) {
                    copyIn(from, (inverse ? pencils.atThinY(y, z) : pencils.atY(y, z)) + x, buffer, y);
                }
                buffer = alongY.transform(inverse);
                for (int y = 0; y < ny; y++) {
                    copyOut(buffer, y, to, (inverse ? pencils.atY(y, z) : pencils.atThinY(y, z)) + x);
                }
            }
        }
        return to;
    }

    private void transformZ(double[] from) {
        for (int y = 0; y < pencils.thinY; y++) {
            for (int x = 0; x < pencils.partX; x += width) {
                double[] buffer = alongZ.buffer();
                for (int z = 0; z < nz; z++) {
                    copyIn(from, pencils.atZ(y, z) + x, buffer, z);
                }
                buffer = alongZ.transform(false);
                for (int z = 0; z < nz; z++) {
                    copyOut(buffer, z, spectrum, pencils.atZ(y, z) + x);
                }
            }
        }
    }

    /** The inverse transform along z, on the way to which the spectrum evolves. */
    private double[] inverseZ(Evolution evolution, double[] to) {
        for (int y = 0; y < pencils.thinY; y++) {
            for (int x = 0; x < pencils.partX; x += width) {
                double[] buffer = alongZ.buffer();
                for (int z = 0; z < nz; z++) {
                    int at = pencils.atZ(y, z) + x;
                    evolution.scale(x, y, z, width, spectrum, at, buffer, 2 * width * z);
                    evolution.scale(x, y, z, width, spectrum, at + pencils.partX, buffer, 2 * width * z + width);
                }
                buffer = alongZ.transform(true);
                for (int z = 0; z < nz; z++) {
                    copyOut(buffer, z, to, pencils.atZ(y, z) + x);
                }
            }
        }
        return to;
    }

    /** Copies neighbours along x to a place of the lines in a buffer: real, then imaginary parts. */
    private void copyIn(double[] array, int at, double[] buffer, int place) {
        System.arraycopy(array, at, buffer, 2 * width * place, width);
        System.arraycopy(array, at + pencils.partX, buffer, 2 * width * place + width, width);
    }

    private void copyOut(double[] buffer, int place, double[] array, int at) {
        System.arraycopy(buffer, 2 * width * place, array, at, width);
        System.arraycopy(buffer, 2 * width * place + width, array, at + pencils.partX, width);
    }
}
