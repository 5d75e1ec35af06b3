// ranks: 2
import java.util.Arrays;
import mpi.*;

/** Derived types of objects: every second string, and a row of an array as one object. */
public class ObjectTypes {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Datatype second = Datatype.Vector(3, 1, 2, MPI.OBJECT);
        Datatype ends = Datatype.Indexed(new int[] {1, 1}, new int[] {3, 0}, MPI.OBJECT);
        second.Commit();
        ends.Commit();
        String[] s = {"a", "b", "c", "d", "e", "f"};
        if (MPI.COMM_WORLD.Rank() == 0) {
            System.out.println(second.Extent() + " " + second.Size() + " " + ends.Extent());
            MPI.COMM_WORLD.Send(s, 1, 1, second, 1, 0);
            MPI.COMM_WORLD.Send(s, 0, 1, ends, 1, 1);
        } else {
            Object[] in = new Object[6];
            Status status = MPI.COMM_WORLD.Recv(in, 0, 6, MPI.OBJECT, 0, 0);
            System.out.println(status.Get_count(MPI.OBJECT) + " " + status.Get_count(second) + " "
                    + status.Get_elements(second) + " " + Arrays.toString(in));
            MPI.COMM_WORLD.Recv(in, 1, 1, ends, 0, 1);
            System.out.println(Arrays.toString(in));
        }
        Comm w = MPI.COMM_WORLD;
        byte[] packed = new byte[1000];
        int end = w.Pack(s, 2, 2, MPI.OBJECT, packed, 10);
        Object[] out = new Object[3];
        int read = w.Unpack(packed, 10, out, 1, 2, MPI.OBJECT);
        System.out.println(Arrays.toString(out) + " " + (end == read));
        MPI.Finalize();
    }
}
