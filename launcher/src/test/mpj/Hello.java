// ranks: 4
import java.io.*;
import mpi.*;

/** The first program of the course. */
public class Hello {
    static public void main(String[] args) throws MPIException {
        MPI.Init(args);
        int myrank = MPI.COMM_WORLD.Rank();
        if (myrank == 0) {
            char[] message = "Hello, there".toCharArray();
            for (int i = 1; i < MPI.COMM_WORLD.Size(); i++) {
                MPI.COMM_WORLD.Send(message, 0, message.length, MPI.CHAR, i, 99);
            }
            System.out.println("sent to " + (MPI.COMM_WORLD.Size() - 1));
        } else {
            char[] message = new char[20];
            Status status = MPI.COMM_WORLD.Recv(message, 0, 20, MPI.CHAR, 0, 99);
            int n = status.Get_count(MPI.CHAR);
            System.out.println("received:" + new String(message, 0, n) + ": on " + myrank);
        }
        File here = new File(".");
        if (!here.exists() || MPI.Get_processor_name().length() == 0) {
            throw new RuntimeException("nowhere");
        }
        MPI.Finalize();
    }
}
