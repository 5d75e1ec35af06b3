package org.bipj.launch.hosted.loader;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolutionException;
import java.lang.module.ResolvedModule;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.RankNumber;

/**
 * The program of ranks that share this JVM: its main class, and where its classes are. Each rank has a class loader of
 * its own and, where the program is a module, a layer of modules of its own.
 */
public final class SharedProgram implements RankCode {
    private final String mainModule;
    private final String mainClass;
    private final String classPath;
    private final Configuration modules;
    private final URL[] places;
    private final List<String> arguments;
    private final ProgramSettings settings;
    private final ClassLoader library;
    /** Classes as the first rank of a program with the same class path has rewritten them. */
    private final Map<String, byte[]> rewritten;

    /**
     * A program of a job.
     *
     * @param library finds the library, and nothing of the program
     * @param libraryPath the library's class path, whose modules a program can require
     * @param rewritten by class path what ranks of the job have rewritten: what becomes of a class depends on those that it refers to
     * @throws LaunchException if a module is missing
     */
    public SharedProgram(
            HostedProgram program, ClassLoader library, String libraryPath, Map<String, Map<String, byte[]>> rewritten)
            throws IOException {
        this.library = library;
        this.rewritten = rewritten.computeIfAbsent(
                program.classPath() + '\n' + program.modulePath(), key -> new ConcurrentHashMap<>());
        arguments = program.arguments();
        classPath = program.classPath();
        settings = program.settings().with(LauncherVariables.OWN_CLASS_PATH, program.classPath());
        int slash = program.main().indexOf('/');
        mainModule = slash < 0 ? null : program.main().substring(0, slash);
        mainClass = program.main().substring(slash + 1);
        modules = mainModule == null ? Configuration.empty() : resolve(libraryPath, program.modulePath());
        List<URL> all = new ArrayList<>();
        for (ResolvedModule module : modules.modules()) {
            all.add(ClassPath.url(module.reference().location().orElseThrow()));
        }
        if (mainModule == null || !program.classPath().isEmpty()) {
            all.addAll(List.of(ClassPath.urls(program.classPath())));
        }
        places = all.toArray(URL[]::new);
    }

    /** Finds the modules on a module path. */
    public static ModuleFinder finder(String modulePath) {
        return ModuleFinder.of(Arrays.stream(modulePath.split(File.pathSeparator))
                .filter(place -> !place.isEmpty())
                .map(Path::of)
                .toArray(Path[]::new));
    }

    /** Programs can require the library's modules. Their classes are those of the parent, except mpi.MPI. */
    private Configuration resolve(String libraryPath, String modulePath) {
        ModuleFinder all = ModuleFinder.compose(finder(libraryPath), finder(modulePath));
        try {
            return ModuleLayer.boot().configuration().resolveAndBind(ModuleFinder.of(), all, Set.of(mainModule));
        } catch (FindException | ResolutionException e) {
            throw new LaunchException(1, "-m " + mainModule + ": " + e.getMessage());
        }
    }

    @Override
    public void run(ClassLoader loader) throws Throwable {
        int rank = ((RankClassLoader) loader).job().rank();
        String[] own = RankNumber.in(arguments, rank).toArray(String[]::new);
        MainMethod.run(main(loader), own);
    }

    private Class<?> main(ClassLoader loader) throws ClassNotFoundException {
        try {
            return Class.forName(mainClass, true, loader);
        } catch (ClassNotFoundException e) {
            if (mainModule != null || !mainClass.equals(e.getMessage())) {
                throw e;
            }
            throw new LaunchException(1, "no class " + mainClass + ": its class path is " + classPath);
        }
    }

    @Override
    public ProgramSettings settings() {
        return settings;
    }

    @Override
    public ClassLoader loader(LoadedRank rank) {
        RankClassLoader loader = new RankClassLoader(rank, places, modules, library, rewritten);
        if (mainModule != null) {
            ModuleLayer.Controller layer =
                    ModuleLayer.defineModules(modules, List.of(ModuleLayer.boot()), name -> loader);
            Module library = SharedProgram.class.getModule();
            layer.layer().modules().forEach(module -> layer.addReads(module, library));
            String inPackage = mainClass.substring(0, Math.max(0, mainClass.lastIndexOf('.')));
            layer.layer()
                    .findModule(mainModule)
                    .filter(module -> module.getPackages().contains(inPackage))
                    .ifPresent(module -> layer.addOpens(module, inPackage, library));
        }
        return loader;
    }
}
