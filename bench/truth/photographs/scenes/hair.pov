#include "studio.inc"
// A head of long strands, thinner than a pixel, that fall and stray.
#declare Colour = rgb <Between(0.05, 0.8), Between(0.04, 0.5), Between(0.02, 0.3)>;
sphere { <0, 0.4, 0.2>, 0.75 pigment { rgb <0.8, 0.6, 0.5> } }
union {
  #for (Strand, 1, 500)
    #local Turn = Between(0, 2 * pi);
    #local Bend = Between(0.1, 0.9);
    #local Length = Between(1, 2.3);
    #local From = <0.5 * cos(Turn), 1.1, 0.5 * sin(Turn)>;
    #for (Part, 1, 9)
      #local Share = Part / 9;
      #local To = <(0.5 + Bend * sqrt(Share)) * cos(Turn + 0.4 * Share), 1.1 + 0.25 * sin(pi * Share) - Length * Share * Share,
        (0.5 + Bend * sqrt(Share)) * sin(Turn + 0.4 * Share)>;
      cylinder { From, To, 0.006 }
      #local From = To;
    #end
  #end
  pigment { Colour }
  finish { ambient 0.1 diffuse 0.7 specular 0.3 roughness 0.02 }
}
