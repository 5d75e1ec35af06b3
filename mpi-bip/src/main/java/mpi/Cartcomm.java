package mpi;

import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/** A communicator whose processes form a grid, as mpiJava 1.2 has it (section 6.5): always a {@link CartComm}. */
public abstract class Cartcomm extends Intracomm {
    Cartcomm(MpiRank runtime, @Nullable CommCore core) {
        super(runtime, core, "");
    }

    private CartComm grid() {
        return (CartComm) this;
    }

    @Override
    public abstract Cartcomm clone();

    /** The same as {@link CartComm#createDims}. */
    public static void Dims_create(int nnodes, int[] dims) throws MPIException {
        CartComm.createDims(nnodes, dims);
    }

    /** The same as {@link CartComm#getTopo}. */
    public final CartParms Get() throws MPIException {
        return grid().getTopo();
    }

    /** The same as {@link CartComm#getRank(int[])}. */
    public final int Rank(int[] coords) throws MPIException {
        return grid().getRank("Rank", coords);
    }

    /** The same as {@link CartComm#getCoords}. */
    public final int[] Coords(int rank) throws MPIException {
        return grid().getCoords("Coords", rank);
    }

    /** The same as {@link CartComm#shift}. */
    public final ShiftParms Shift(int direction, int disp) throws MPIException {
        return grid().shift("Shift", direction, disp);
    }

    /** The same as {@link CartComm#sub}. */
    public final Cartcomm Sub(boolean[] remain_dims) throws MPIException {
        return grid().sub("Sub", remain_dims);
    }

    /** The same as {@link CartComm#map}. */
    public final int Map(int[] dims, boolean[] periods) throws MPIException {
        return grid().map("Map", dims, periods);
    }
}
