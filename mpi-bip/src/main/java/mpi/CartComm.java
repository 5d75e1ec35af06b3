package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.topology.BalancedDims;
import org.bipj.mpi.topology.Cartesian;
import org.bipj.mpi.topology.ProcessTopology;
import org.jspecify.annotations.Nullable;

/** A communicator whose processes form a grid (MPI 4.1 section 8.5). */
public final class CartComm extends Cartcomm {
    private final Cartesian grid;

    CartComm(MpiRank runtime, @Nullable CommCore core, Cartesian grid) {
        super(runtime, core);
        this.grid = grid;
    }

    @Override
    ProcessTopology topology() {
        return grid;
    }

    @Override
    public CartComm clone() {
        return dup();
    }

    @Override
    public CartComm dup() throws MPIException {
        return duplicate(core -> new CartComm(runtime, core, grid));
    }

    @Override
    public CartComm iDup() throws MPIException {
        return startDup(new CartComm(runtime, null, grid));
    }

    @Override
    public CartComm dupWithInfo(Info info) throws MPIException {
        Info hints = hints("dupWithInfo", info);
        CartComm copy = dup();
        copy.setHints(hints);
        return copy;
    }

    @Override
    public CartComm iDupWithInfo(Info info) throws MPIException {
        Info hints = hints("iDupWithInfo", info);
        CartComm copy = iDup();
        copy.setHints(hints);
        return copy;
    }

    /** Dimensions, periods and the caller's coordinates (MPI_Cart_get). */
    public CartParms getTopo() throws MPIException {
        int rank = readable().rank();
        return new CartParms(grid.dims(), grid.periods(), grid.coords(rank));
    }

    /** The rank at a place; coordinates wrap around along periodic dimensions (MPI_Cart_rank). */
    public int getRank(int[] coords) throws MPIException {
        return getRank("getRank", coords);
    }

    int getRank(String method, int[] coords) {
        return read(method, c -> grid.rank(coords));
    }

    /** The place of a rank (MPI_Cart_coords). */
    public int[] getCoords(int rank) throws MPIException {
        return getCoords("getCoords", rank);
    }

    int[] getCoords(String method, int rank) {
        return read(method, c -> grid.coords(rank));
    }

    /**
     * The ranks to receive from and to send to in a shift (MPI_Cart_shift).
     *
     * @param direction the dimension, from 0
     * @param disp steps, up or down
     */
    public ShiftParms shift(int direction, int disp) throws MPIException {
        return shift("shift", direction, disp);
    }

    ShiftParms shift(String method, int direction, int disp) {
        return read(method, c -> {
            int source = grid.neighbour(c.rank(), direction, -(long) disp);
            return new ShiftParms(source, grid.neighbour(c.rank(), direction, disp));
        });
    }

    /**
     * Grids of fewer dimensions: processes that differ along the remaining dimensions only form one (MPI_Cart_sub).
     *
     * @param remainDims true for each dimension that remains
     */
    public CartComm sub(boolean[] remainDims) throws MPIException {
        return sub("sub", remainDims);
    }

    CartComm sub(String method, boolean[] remainDims) {
        return call(method, c -> {
            Cartesian subgrid = grid.sub(remainDims);
            int mine = grid.subgrid(c.rank(), remainDims);
            int[] members = new int[subgrid.size()];
            int n = 0;
            for (int rank = 0; rank < c.size(); rank++) {
                if (grid.subgrid(rank, remainDims) == mine) {
                    members[n++] = c.world(rank);
                }
            }
            CartComm child = new CartComm(runtime, runtime.contexts().create(c, members), subgrid);
            child.inheritSettings(this);
            return child;
        });
    }

    /**
     * The rank that the caller would have in a grid (MPI_Cart_map): its present one, or {@code MPI.UNDEFINED} where the
     * grid has no room for it.
     */
    public int map(int[] dims, boolean[] periods) throws MPIException {
        return map("map", dims, periods);
    }

    int map(String method, int[] dims, boolean[] periods) {
        return call(
                method, c -> c.rank() < Cartesian.of(dims, periods, c.size()).size() ? c.rank() : Predefined.UNDEFINED);
    }

    /**
     * Chooses dimensions for a number of processes (MPI_Dims_create). Errors are thrown, whatever the error handlers
     * say.
     *
     * @param nnodes number of processes
     * @param dims those that are 0 are chosen, as equal as can be
     */
    public static void createDims(int nnodes, int[] dims) throws MPIException {
        try {
            BalancedDims.fill(nnodes, ValueChecks.notNull(dims, ErrorClass.ARG, "CartComm.createDims: dims"));
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "CartComm.createDims: " + e.getMessage(), e);
        }
    }
}
