package org.bipj.net.ucx;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.nic.PortException;

/** UCX's names of the devices that belong to a network. */
public final class UcxDevices {
    private UcxDevices() {}

    /**
     * The devices of the interface that has an address: the interface itself, and its RDMA device if there is one (Linux names
     * it in {@code /sys/class/net/NAME/device/infiniband}; its ports count from 1).
     *
     * @return as in {@code UCX_NET_DEVICES}
     * @throws PortException if no interface has the address
     */
    public static String of(InetAddress address) {
        try {
            NetworkInterface found = NetworkInterface.getByInetAddress(address);
            if (found != null) {
                return String.join(",", devices(HostSystem.file("/sys/class/net"), found.getName()));
            }
        } catch (IOException e) {
            throw new PortException("cannot list the devices of the network of " + address.getHostAddress(), e);
        }
        throw new PortException("no network interface of this host has the address " + address.getHostAddress());
    }

    static List<String> devices(Path interfaces, String name) throws IOException {
        List<String> devices = new ArrayList<>();
        Path own = interfaces.resolve(name);
        try (DirectoryStream<Path> rdma = Files.newDirectoryStream(own.resolve("device/infiniband"))) {
            int port = 1
                    + Integer.parseInt(Files.readString(own.resolve("dev_port")).strip());
            rdma.forEach(device -> devices.add(device.getFileName() + ":" + port));
        } catch (NoSuchFileException e) {
            // An interface without RDMA.
        }
        devices.add(name);
        return devices;
    }
}
