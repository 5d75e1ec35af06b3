// ranks: 2
import java.io.*;
import java.util.*;
import mpi.*;

/** Objects as elements of messages, in every kind of send. */
public class Objects {
    static class Task implements Serializable {
        String name;
        int level;
        double[][] mesh;

        Task(String name, int level) {
            this.name = name;
            this.level = level;
            mesh = new double[level][level];
            if (level > 0) mesh[level - 1][0] = level;
        }
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm w = MPI.COMM_WORLD;
        Datatype t = MPI.OBJECT;
        if (w.Rank() == 0) {
            Object[] tasks = {null, new Task("wing", 3), new Task("tail", 1), "text", Integer.valueOf(5)};
            w.Send(tasks, 1, 4, t, 1, 0);
            // Arrays of arrays are arrays of objects.
            double[][] matrix = {{1, 2}, {3, 4}, {5, 6}};
            w.Send(matrix, 1, 2, t, 1, 1);
            w.Send(new Object[] {new int[] {7, 8, 9}}, 0, 1, t, 1, 2);
            Request[] r = {
                w.Isend(tasks, 1, 1, t, 1, 3), w.Issend(tasks, 2, 1, t, 1, 4), w.Isend(tasks, 3, 2, t, 1, 5)
            };
            Request.Waitall(r);
            MPI.Buffer_attach(new byte[100000]);
            w.Bsend(tasks, 2, 2, t, 1, 6);
            w.Ibsend(tasks, 0, 1, t, 1, 7).Wait();
            MPI.Buffer_detach();
            List<String> list = new ArrayList<String>();
            Object[] box = {list};
            Prequest p = w.Send_init(box, 0, 1, t, 1, 8);
            for (int i = 0; i < 3; i++) {
                list.add("item " + i);
                p.Start();
                p.Wait();
            }
            w.Ssend(new Object[0], 0, 0, t, 1, 9);
            w.Recv(new byte[1], 0, 0, MPI.BYTE, 1, 10);
            w.Rsend(new Object[] {new Date(0)}, 0, 1, t, 1, 11);
            Object[] back = new Object[1];
            w.Sendrecv(new String[] {"ping"}, 0, 1, t, 1, 12, back, 0, 1, t, 1, 12);
            System.out.println(back[0]);
            Object[] swap = {"from 0"};
            w.Sendrecv_replace(swap, 0, 1, t, 1, 13, 1, 13);
            System.out.println(swap[0]);
        } else {
            Object[] in = new Object[6];
            Status s = w.Probe(0, 0);
            int expected = s.Get_count(t);
            s = w.Recv(in, 1, 5, t, 0, MPI.ANY_TAG);
            Task wing = (Task) in[1];
            System.out.println(expected + " " + s.Get_count(t) + " " + s.source + " " + wing.name + " "
                    + wing.mesh[2][0] + " " + ((Task) in[2]).name + " " + in[3] + " " + in[4] + " " + in[0] + " " + in[5]);
            double[][] rows = new double[4][];
            s = w.Recv(rows, 2, 2, t, 0, 1);
            System.out.println(s.Get_count(t) + " " + rows[2][1] + " " + rows[3][0] + " " + rows[0]);
            w.Recv(in, 0, 1, t, 0, 2);
            System.out.println(((int[]) in[0])[2]);
            Request[] r = {w.Irecv(in, 0, 1, t, 0, 3), w.Irecv(in, 1, 1, t, 0, 4), w.Irecv(in, 2, 3, t, 0, 5)};
            Status[] all = Request.Waitall(r);
            System.out.println(((Task) in[0]).name + " " + ((Task) in[1]).name + " " + in[2] + " " + in[3] + " "
                    + all[2].Get_count(t) + " " + all[1].tag);
            w.Recv(in, 0, 2, t, 0, 6);
            w.Recv(in, 2, 1, t, 0, 7);
            System.out.println(((Task) in[0]).level + " " + in[1] + " " + in[2]);
            Prequest p = w.Recv_init(in, 5, 1, t, 0, 8);
            for (int i = 0; i < 3; i++) {
                p.Start();
                p.Wait();
            }
            System.out.println(in[5]);
            System.out.println(w.Recv(in, 0, 3, t, 0, 9).Get_count(t));
            Request q = w.Irecv(in, 0, 1, t, 0, 11);
            w.Send(new byte[1], 0, 0, MPI.BYTE, 0, 10);
            s = q.Test();
            while (s == null) s = q.Test();
            System.out.println(((Date) in[0]).getTime());
            w.Recv(in, 0, 1, t, 0, 12);
            w.Send(new String[] {in[0] + " pong"}, 0, 1, t, 0, 12);
            Object[] swap = {"from 1"};
            w.Sendrecv_replace(swap, 0, 1, t, 0, 13, 0, 13);
            System.out.println(swap[0]);
        }
        MPI.Finalize();
    }
}
