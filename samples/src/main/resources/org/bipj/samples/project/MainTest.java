import mpi.MPI;

/** Fails where a rank has another sum than expected. It holds for any number of ranks. */
public final class MainTest {
    private MainTest() {}

    /** Runs the test on all ranks. */
    public static void main(String[] args) {
        MPI.Init(args);
        int size = MPI.COMM_WORLD.getSize();
        double expected = size * (size + 1) / 2.0;
        double sum = Main.ofRanks(MPI.COMM_WORLD);
        if (sum != expected) {
            throw new AssertionError("expected " + expected + ", but the sum is " + sum);
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("right on " + size + " ranks");
        }
        MPI.Finalize();
    }
}
