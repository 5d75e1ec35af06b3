// ranks: 2
import mpi.*;

/** A header and data of other types in one message. */
public class Packing {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm w = MPI.COMM_WORLD;
        int room = w.Pack_size(2, MPI.INT) + w.Pack_size(5, MPI.DOUBLE) + w.Pack_size(3, MPI.CHAR);
        byte[] buf = new byte[room + 4];
        int position = 4;
        if (w.Rank() == 0) {
            position = w.Pack(new int[] {9, 42, 5}, 1, 2, MPI.INT, buf, position);
            position = w.Pack(new double[] {0, 1.5, 2.5, 3.5, 4.5, 5.5}, 1, 5, MPI.DOUBLE, buf, position);
            position = w.Pack("xyzabc".toCharArray(), 3, 3, MPI.CHAR, buf, position);
            w.Send(buf, 4, position - 4, MPI.PACKED, 1, 0);
        } else {
            Status s = w.Recv(buf, 4, room, MPI.PACKED, 0, 0);
            int[] head = new int[3];
            position = w.Unpack(buf, position, head, 1, 2, MPI.INT);
            double[] d = new double[head[2] + 1];
            position = w.Unpack(buf, position, d, 1, head[2], MPI.DOUBLE);
            char[] c = new char[3];
            position = w.Unpack(buf, position, c, 0, 3, MPI.CHAR);
            System.out.println(head[1] + " " + d[0] + " " + d[1] + " " + d[5] + " " + new String(c)
                    + (position - 4 == s.Get_count(MPI.PACKED)));
        }
        MPI.Finalize();
    }
}
